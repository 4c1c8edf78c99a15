/** How late a worker's heartbeat is, in a word and a tone: every five seconds one is due. */
export function heartbeatWords(ageMs: number): { readonly tone: '' | 'warn' | 'bad'; readonly text: string } {
  const seconds = Math.round(ageMs / 1000)
  if (ageMs > 30_000) return { tone: 'bad', text: `not heard of for ${seconds} s: it counts no more` }
  if (ageMs > 10_000) return { tone: 'warn', text: `late: ${seconds} s ago` }
  return { tone: '', text: `${seconds} s ago` }
}

const LONGEST_KEY = 24
const REMEMBERED = 20_000

/**
 * Finds which known question a prompt asks: the longest one whose text stands in it.
 *
 * Questions are filed under their first characters, so that a prompt is walked once however many questions there
 * are, and a prompt seen before is not walked again.
 */
export function indexQuestions<Known extends { readonly question: string }>(
  questions: readonly Known[],
): (prompt: string) => Known | null {
  const byKey = fileByKey(questions)
  const seen = new Map<string, Known | null>()
  return (prompt) => {
    const earlier = seen.get(prompt)
    if (earlier !== undefined) return earlier
    const found = search(prompt, byKey)
    if (seen.size >= REMEMBERED) seen.clear()
    seen.set(prompt, found)
    return found
  }
}

type Filed<Known> = ReadonlyMap<number, ReadonlyMap<string, readonly { text: string; known: Known }[]>>

function fileByKey<Known extends { readonly question: string }>(questions: readonly Known[]): Filed<Known> {
  const byLength = new Map<number, Map<string, { text: string; known: Known }[]>>()
  for (const known of questions) {
    const text = known.question.trim()
    const key = text.slice(0, LONGEST_KEY)
    if (key === '') continue
    const byKey = byLength.get(key.length) ?? new Map<string, { text: string; known: Known }[]>()
    byLength.set(key.length, byKey.set(key, [...(byKey.get(key) ?? []), { text, known }]))
  }
  return byLength
}

function search<Known>(prompt: string, filed: Filed<Known>): Known | null {
  let best: { text: string; known: Known } | null = null
  for (const [length, byKey] of filed) {
    for (let at = 0; at + length <= prompt.length; at += 1) {
      for (const entry of byKey.get(prompt.slice(at, at + length)) ?? []) {
        if (entry.text.length > (best?.text.length ?? 0) && prompt.startsWith(entry.text, at)) best = entry
      }
    }
  }
  return best?.known ?? null
}

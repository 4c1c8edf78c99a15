import type { Attack } from './attack.js'

export interface Suffered extends Attack {
  /** How much longer than without the attack the second team waited, in milliseconds. */
  readonly witnessMs: number
  /** The CPU time the event loop spent at once. */
  readonly turnMs: number
}

/** Writes a Markdown table of inputs: the longest turn of the loop of each, and the second team's longest wait. */
export function attackTable(all: readonly Suffered[]): string {
  const lines = [...new Set(all.map(({ input }) => input))].map((input) => {
    const some = all.filter((each) => each.input === input)
    const longest = some.reduce((a, b) => (b.turnMs > a.turnMs ? b : a))
    const wait = Math.max(...some.map(({ witnessMs }) => witnessMs))
    return [
      input,
      String(some.length),
      `${longest.turnMs.toFixed(0)} ms`,
      `\`${longest.shape}\``,
      `${wait.toFixed(0)} ms`,
    ]
  })
  const heads = ['input', 'shapes', 'longest turn', 'by', 'second team waits longer by']
  return [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

import type { Growth } from './growth.js'

export interface Row extends Growth {
  readonly input: string
  readonly shape: string
  readonly limit: number
}

/** Writes a Markdown table of inputs: the steepest growth of each and the longest it took, with what brought it about. */
export function growthTable(rows: readonly Row[]): string {
  const lines = [...new Set(rows.map(({ input }) => input))].map((input) => {
    const all = rows.filter((row) => row.input === input)
    const steepest = all.reduce((a, b) => (b.exponent > a.exponent ? b : a))
    const longest = all.reduce((a, b) => (b.longestMs > a.longestMs ? b : a))
    const [limit, exponent, ms] = [String(longest.limit), steepest.exponent.toFixed(2), longest.longestMs.toFixed(1)]
    return [
      input,
      limit,
      String(all.length),
      `n^${exponent}`,
      `\`${steepest.shape}\``,
      `${ms} ms`,
      `\`${longest.shape}\``,
    ]
  })
  const heads = ['input', 'limit', 'shapes', 'steepest', 'by', 'longest', 'by']
  return [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

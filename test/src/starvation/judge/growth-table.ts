import { BOUNDS, type Growth } from './growth.js'

export interface Row extends Growth {
  readonly input: string
  readonly shape: string
  readonly limit: number
}

/** Writes a Markdown table of inputs: the steepest growth of each that is judged, and the longest it took. */
export function growthTable(rows: readonly Row[]): string {
  const lines = [...new Set(rows.map(({ input }) => input))].map((input) => {
    const all = rows.filter((row) => row.input === input)
    const judged = all.filter(({ longestMs }) => longestMs > BOUNDS.floorMs)
    const exponent = judged.length === 0 ? '–' : `n^${Math.max(...judged.map((row) => row.exponent)).toFixed(2)}`
    const longest = all.reduce((a, b) => (b.longestMs > a.longestMs ? b : a))
    const limit = String(longest.limit)
    const shapes = String(all.length)
    const ms = longest.longestMs.toFixed(1)
    return [input, limit, shapes, exponent, `${ms} ms`, `\`${longest.shape}\``]
  })
  const heads = ['input', 'limit', 'shapes', 'steepest', 'longest', 'by']
  return [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

export type CsvCell = string | number | boolean | null

/** What a spreadsheet may take for a formula, also behind spaces and marks of no width; full-width forms count. */
const FORMULA = /^[\s\u00AD\u200B-\u200F\u2028-\u202F\u2060-\u2064\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

const NUMBER = /^-?\d+(?:\.\d+)?$/u

/**
 * Writes one line of a CSV file (RFC 4180) that is safe to open in a spreadsheet: text is quoted, and text that could
 * run as a formula gets an apostrophe in front. Numbers stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}

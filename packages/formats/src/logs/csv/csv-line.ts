export type CsvCell = string | number | boolean | null

/**
 * Text that a spreadsheet may interpret as a formula, also behind spaces and invisible characters; full-width, small
 * and typographic forms count.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/u

const NUMBER = /^-?\d+(?:\.\d+)?$/u

/**
 * Formats one line of a CSV file (RFC 4180) that is safe to open in a spreadsheet: text is quoted, and text that could
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

/** Removes the apostrophe that `csvLine` puts before text a spreadsheet could run. */
export function parseCsvText(text: string): string {
  const bare = text.slice(1)
  return text.startsWith("'") && FORMULA.test(bare) && !NUMBER.test(bare) ? bare : text
}

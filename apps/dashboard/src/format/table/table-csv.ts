import { csvLine } from '@cges-fleet/formats/csv-line'
import { type TableText, textOf } from './table-text'

/**
 * Formats a table as CSV in which no spreadsheet finds formulas; numbers stay numbers, with a plain minus. Its note
 * comes first, as a comment: one cell for a spreadsheet, and a line that CSV readers skip at `#`.
 */
export function tableCsv({ columns, rows, note }: TableText): string {
  const lines = [columns, ...rows.map((row) => row.map(textOf))].map((cells) => csvLine(cells.map(cellOf)))
  return [...(note === undefined || note === '' ? [] : [comment(note)]), ...lines].join('')
}

function comment(note: string): string {
  return `# ${note
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[,;]/g, ' –')
    .replaceAll('"', '’')}\r\n`
}

function cellOf(text: string): string | number {
  const plain = text.replace('−', '-').replaceAll(',', '')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text
}

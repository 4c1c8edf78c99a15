import { csvLine } from '@cges-fleet/formats/csv-line'
import { type TableText, textOf } from './table-text'

/** Writes a table as CSV that no spreadsheet takes for formulas; numbers stay numbers, with a plain minus. */
export function tableCsv({ columns, rows }: TableText): string {
  return [columns, ...rows.map((row) => row.map(textOf))].map((cells) => csvLine(cells.map(cellOf))).join('')
}

function cellOf(text: string): string | number {
  const plain = text.replace('−', '-').replaceAll(',', '')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text
}

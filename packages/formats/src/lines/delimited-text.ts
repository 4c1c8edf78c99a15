import { counted } from '@cges-fleet/core'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** A row of a table, with its line in the file, from 1; a row over several lines has its first. */
export interface TableRow {
  readonly value: Readonly<Record<string, unknown>>
  readonly line: number
}

type ReadTable =
  | { readonly ok: true; readonly rows: TableRow[] }
  | { readonly ok: false; readonly problem: string; readonly line: number }

/** The delimiters that are recognised, the likelier of equals first. */
const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * Parses CSV, TSV and their kin (RFC 4180) with a line of names: delimited by whichever of comma, semicolon, tab and
 * bar splits that line into most columns. Empty lines are skipped. A cell with the delimiter, a line break or a double
 * quote stands between double quotes, in which a double quote is written twice.
 */
export function parseDelimited(text: string): ReadTable {
  try {
    const [head, ...records] = recordsOf(text)
    if (head === undefined) return { ok: true, rows: [] }
    const names = namedColumns(head)
    const misfit = records.find(({ cells }) => cells.length !== names.length)
    if (misfit !== undefined) throw new Misfit(cellsProblem(misfit.cells.length, names.length), misfit.line)
    const rows = records.map(({ cells, line }) => ({
      value: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
      line,
    }))
    return { ok: true, rows }
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    return { ok: false, problem: error.message, line: error.line }
  }
}

/** The delimiter that splits the line of names into most columns, outside quotes; the likelier of equals. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/u, 1)
  const bare = head.replaceAll(/"[^"]*"/gu, '')
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** A place in the text that does not fit the format. */
class Misfit extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message)
  }
}

interface TextRecord {
  readonly cells: readonly string[]
  readonly line: number
}

function recordsOf(text: string): TextRecord[] {
  const records: TextRecord[] = []
  // The parser counts the lines at a record's end, and a \r\n in quotes as two of them.
  let end = 0
  let twice = 0
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        end = lines - twice
        records.push({ cells, line: end - breaksIn(cells, /[\r\n]/gu) })
        twice += breaksIn(cells, /\r\n/gu)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new Misfit('a double quote is not closed', end + 1)
    throw new Misfit('a double quote stands within a cell: write two of them, and the cell in quotes', end + 1)
  }
  return records
}

function breaksIn(cells: readonly string[], mark: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(mark)?.length ?? 0), 0)
}

function namedColumns({ cells, line }: TextRecord): string[] {
  const names = cells.map((name) => name.trim())
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at)
  if (twice !== undefined) throw new Misfit(`two columns are named ${JSON.stringify(twice)}`, line)
  return names
}

function cellsProblem(found: number, expected: number): string {
  return `found ${counted(found, 'cell')}, expected ${expected} as in the line of names: put cells with the delimiter in them between double quotes`
}

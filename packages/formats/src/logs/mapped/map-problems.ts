import { didYouMean } from '@cges-fleet/methods'
import { type LogFields, SAMPLE_FIELDS } from './log-map.js'

/** Says that a row has no column for its question's id, and which columns it has. */
export function noColumn(row: object, path = 'id'): string {
  const meant = didYouMean(path, Object.keys(row).slice(0, MOST_COMPARED))
  return `id: no column ${path}${meant === '' ? ';' : meant} ${meant === '' ? 'the' : 'The'} columns are ${columnsOf(row)}`
}

/** Says which parts of a map lead to no sample, as they were written. */
export function noSamples(row: object, written: LogFields = {}): string {
  const named = (['samples', ...SAMPLE_FIELDS] as const).flatMap((field) =>
    written[field] === undefined ? [] : [`${field}=${written[field]}`],
  )
  const remedy = named.length === 0 ? 'Name the responses: --map text=…' : `Correct ${named.join(' or ')}`
  return `--map finds no samples in this row, whose columns are ${columnsOf(row)}. ${remedy}`
}

/** Among so many columns of a row the nearest name is looked for. */
const MOST_COMPARED = 1000
const SHOWN_COLUMNS = 20
const SHOWN_LENGTH = 40

/** The first names of a row's columns, each at most so long. */
function columnsOf(row: object): string {
  const names = Object.keys(row)
  const shown = names
    .slice(0, SHOWN_COLUMNS)
    .map((name) => (name.length > SHOWN_LENGTH ? `${name.slice(0, SHOWN_LENGTH)}…` : name))
  return `${shown.join(', ')}${names.length > SHOWN_COLUMNS ? ', …' : ''}`
}

import type { ProvenanceMark } from '../../frame/provenance-mark'
import type { TableText } from './table-text'

/** Puts the provenance of a table's numbers before the rest of its note. */
export function markedTable(table: TableText, { long }: ProvenanceMark): TableText {
  const note = [long, table.note ?? ''].filter((text) => text !== '').join(' ')
  return note === '' ? table : { ...table, note }
}

import type { ProvenanceMark } from '../../frame/provenance-mark'
import type { TableText } from './table-text'

/** Puts where a table's numbers come from before whatever else must be read with it. */
export function markedTable(table: TableText, { long }: ProvenanceMark): TableText {
  const note = [long, table.note ?? ''].filter((text) => text !== '').join(' ')
  return note === '' ? table : { ...table, note }
}

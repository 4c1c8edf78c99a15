import type { TableText } from './table-text'

/** Reads a table off the page by its id; rows that are only a heading, or unfolded details, are left out. */
export function shownTable(id: string): TableText {
  const table = document.getElementById(id)
  if (!(table instanceof HTMLTableElement)) throw new Error(`no table ${id} is shown`)
  const [columns = []] = [...(table.tHead?.rows ?? [])].slice(-1).map(wordsIn)
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter(({ cells }) => cells.length > 1)
  return { columns, rows: rows.map(wordsIn) }
}

/** A row's words, a cell that spans several columns being in the first of them. */
function wordsIn(row: HTMLTableRowElement): string[] {
  return [...row.cells].flatMap((cell) => [wordsOf(cell), ...Array.from({ length: cell.colSpan - 1 }, () => '')])
}

/** A cell's visible text, without text for screen readers only. */
function wordsOf(cell: HTMLTableCellElement): string {
  const unseen = [...cell.querySelectorAll('.sr-only')].map(({ textContent }) => textContent)
  const words = unseen.reduce((text, heard) => text.replace(heard.trim(), ''), cell.innerText)
  return words.replaceAll(/\s+/g, ' ').trim()
}

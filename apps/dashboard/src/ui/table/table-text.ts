/** One cell: its text, whether it is emphasised, and the address it links to on a page. */
export type TableCell = string | { readonly text: string; readonly strong?: boolean; readonly href?: string }

/** A table as text, to be shown or copied; each row begins with its subject. */
export interface TableText {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly TableCell[])[]
  /** A caveat that belongs to the table, such as that it is interim. */
  readonly note?: string
}

/** The words of a cell. */
export function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.text
}

/** Whether a cell is emphasised. */
export function isStrong(cell: TableCell): boolean {
  return typeof cell !== 'string' && cell.strong === true
}

/** The address that a cell's text links to; undefined if it is no link. */
export function hrefOf(cell: TableCell): string | undefined {
  return typeof cell === 'string' ? undefined : cell.href
}

/** One cell: its words, and whether they stand out. */
export type TableCell = string | { readonly text: string; readonly strong: boolean }

/** A table as words, to be shown or copied; each row begins with what it is of. */
export interface TableText {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly TableCell[])[]
  /** What must be read with it, such as that it is interim. */
  readonly note?: string
}

/** The words of a cell. */
export function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.text
}

/** Whether a cell stands out. */
export function isStrong(cell: TableCell): boolean {
  return typeof cell !== 'string' && cell.strong
}

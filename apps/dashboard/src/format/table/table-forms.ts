import { tableCsv } from './table-csv'
import { tableLatex } from './table-latex'
import { tableMarkdown } from './table-markdown'
import type { TableText } from './table-text'

/** A table as each of the texts it can be copied as, by title and table. */
export const TABLE_FORMS = {
  LaTeX: tableLatex,
  Markdown: tableMarkdown,
  CSV: (_: string, table: TableText) => tableCsv(table),
}

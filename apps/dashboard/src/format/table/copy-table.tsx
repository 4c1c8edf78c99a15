'use client'
import { useState } from 'react'
import { tableCsv } from './table-csv'
import { tableLatex } from './table-latex'
import { tableMarkdown } from './table-markdown'
import type { TableText } from './table-text'

const FORMS = {
  LaTeX: tableLatex,
  Markdown: tableMarkdown,
  CSV: (_: string, table: TableText) => tableCsv(table),
}

interface Props {
  readonly title: string
  readonly read: () => TableText
}

/** Copies a table for a paper, a pull request or a spreadsheet. */
export function CopyTable({ title, read }: Props) {
  const [said, setSaid] = useState('')
  const copy = (form: keyof typeof FORMS) =>
    navigator.clipboard.writeText(FORMS[form](title, read())).then(
      () => setSaid(`Copied as ${form}.`),
      () => setSaid('The browser did not allow copying.'),
    )
  return (
    <span className="copy-buttons">
      <span className="muted">Copy the table as</span>
      {(['LaTeX', 'Markdown', 'CSV'] as const).map((form) => (
        <button key={form} type="button" className="small" onClick={() => void copy(form)}>
          {form}
        </button>
      ))}
      <span className="muted" role="status">
        {said}
      </span>
    </span>
  )
}

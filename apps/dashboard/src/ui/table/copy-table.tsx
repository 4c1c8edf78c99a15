'use client'

import { useContext, useState } from 'react'
import { useProvenanceMark } from '../provenance/provenance-scope'
import { OnPaper } from '../shell/on-paper'
import type { TableText } from './table-text'

const NAMES = ['LaTeX', 'Markdown', 'CSV'] as const

/** Asked for when a button is near to being pressed: no page brings them. */
const forms = () => import('./table-forms')
/** If the forms cannot be loaded yet, pressing the button requests them again. */
const bringForms = () => void forms().catch(() => undefined)

interface Props {
  readonly title: string
  readonly read: () => TableText | Promise<TableText>
}

/** Copies a table for a paper, a pull request or a spreadsheet, with the provenance of its numbers. */
export function CopyTable({ title, read }: Props) {
  const [said, setSaid] = useState('')
  const mark = useProvenanceMark()
  const onPaper = useContext(OnPaper)
  const copy = async (form: (typeof NAMES)[number]) => {
    try {
      const { TABLE_FORMS, markedTable } = await forms()
      await navigator.clipboard.writeText(TABLE_FORMS[form](title, markedTable(await read(), mark)))
      setSaid(`Copied as ${form}.`)
    } catch {
      setSaid('The browser did not allow copying.')
    }
  }
  if (onPaper) return null
  return (
    <span className="copy-buttons" onPointerEnter={bringForms} onFocus={bringForms}>
      <span className="muted">Copy the table as</span>
      {NAMES.map((form) => (
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

interface CopyShownProps {
  readonly title: string
  /** The id of the table. */
  readonly of: string
}

/** Copies a table as the page shows it: for one whose text exists nowhere else. */
export function CopyShown({ title, of }: CopyShownProps) {
  return <CopyTable title={title} read={async () => (await forms()).shownTable(of)} />
}

'use client'
import { useContext, useState } from 'react'
import { OnPaper } from '../../frame/on-paper'
import { useProvenanceMark } from '../../frame/provenance-scope'
import { markedTable } from './marked-table'
import type { TableText } from './table-text'

const NAMES = ['LaTeX', 'Markdown', 'CSV'] as const

/** Asked for when a button is near to being pressed: no page brings them. */
const forms = () => import('./table-forms').then(({ TABLE_FORMS }) => TABLE_FORMS)
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
      await navigator.clipboard.writeText((await forms())[form](title, markedTable(await read(), mark)))
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

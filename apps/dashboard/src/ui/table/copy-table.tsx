'use client'

import { useContext, useState } from 'react'
import { useProvenanceMark } from '../provenance/provenance-scope'
import { OnPaper } from '../shell/on-paper'
import { markedTable, type TableText } from './table-text'

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

interface CopyShownProps {
  readonly title: string
  /** The id of the table. */
  readonly of: string
}

/** Copies a table as the page shows it: for one whose text exists nowhere else. */
export function CopyShown({ title, of }: CopyShownProps) {
  return <CopyTable title={title} read={() => shownTable(of)} />
}

/** Reads a table off the page by its id; rows that are only a heading, or unfolded details, are left out. */
function shownTable(id: string): TableText {
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

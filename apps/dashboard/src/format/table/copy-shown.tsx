'use client'
import { CopyTable } from './copy-table'
import { shownTable } from './shown-table'

interface Props {
  readonly title: string
  /** The id of the table. */
  readonly of: string
}

/** Copies a table as the page shows it: for one whose text exists nowhere else. */
export function CopyShown({ title, of }: Props) {
  return <CopyTable title={title} read={() => shownTable(of)} />
}

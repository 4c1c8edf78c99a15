import { CopyShown } from './copy-table'

interface Props {
  /** Of the heading. */
  readonly id: string
  readonly children: React.ReactNode
  /** The table's title in copies of it. */
  readonly title: string
  /** The id of the table; null while there is none. */
  readonly of: string | null
}

/** The heading of a panel that is a table, with a button to copy it. */
export function CopiedHeading({ id, children, title, of }: Props) {
  return (
    <div className="panel-head">
      <h2 id={id}>{children}</h2>
      {of === null ? null : <CopyShown title={title} of={of} />}
    </div>
  )
}

import Link from 'next/link'
import { type ListQuery, searchOf } from './list-query'

interface Column {
  readonly title: string
  readonly number?: true
  /** The order it stands for, and whether values then rise or fall. */
  readonly sort?: { readonly by: string; readonly direction: 'ascending' | 'descending' }
}

const COLUMNS: readonly Column[] = [
  { title: 'Status' },
  { title: 'Name', sort: { by: 'name', direction: 'ascending' } },
  { title: 'Benchmark and model' },
  { title: 'Trials closed' },
  { title: 'Best method' },
  { title: 'Accuracy', number: true, sort: { by: 'accuracy', direction: 'descending' } },
  { title: 'Calls', number: true, sort: { by: 'calls', direction: 'ascending' } },
  { title: 'Saved', number: true, sort: { by: 'saved', direction: 'descending' } },
  { title: 'Samples drawn', number: true },
  { title: 'Owner' },
  { title: 'Submitted', number: true, sort: { by: 'newest', direction: 'descending' } },
]

interface Props {
  readonly query: ListQuery
  readonly picker: React.ReactNode
  readonly hasOwners: boolean
}

/** The head of the list: the columns it can be sorted by are links, and the one it is sorted by says so. */
export function SortedHeader({ query, picker, hasOwners }: Props) {
  const by = query.sort ?? 'newest'
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" className="pick">
          {picker}
        </th>
        {COLUMNS.filter(({ title }) => hasOwners || title !== 'Owner').map(({ title, number, sort }) => (
          <th
            role="columnheader"
            scope="col"
            key={title}
            className={number === true ? 'number' : ''}
            {...(sort?.by === by ? { 'aria-sort': sort.direction } : {})}
          >
            {sort === undefined ? title : <SortLink title={title} query={query} by={sort.by} active={sort.by === by} />}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SortLinkProps {
  readonly title: string
  readonly query: ListQuery
  readonly by: string
  readonly active: boolean
}

function SortLink({ title, query, by, active }: SortLinkProps) {
  const search = searchOf(query, { sort: by })
  return (
    <Link href={`/evaluations${search}`} className="sort" prefetch={false} scroll={false}>
      {title}
      <span aria-hidden="true">{active ? (by === 'name' || by === 'calls' ? ' ↑' : ' ↓') : ''}</span>
    </Link>
  )
}

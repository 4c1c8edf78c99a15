import Link from 'next/link'
import type { COLUMNS } from './columns'
import { type ListQuery, searchOf } from './list-query'

interface Props {
  readonly query: ListQuery
  readonly picker: React.ReactNode
  readonly columns: readonly (typeof COLUMNS)[number][]
}

/** The list's header: sortable columns are links, and the one it is sorted by is marked. */
export function SortedHeader({ query, picker, columns }: Props) {
  const by = query.sort ?? 'newest'
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" className="pick">
          {picker}
        </th>
        {columns.map((column) => (
          <SortedHead key={column.name} column={column} query={query} by={by} />
        ))}
      </tr>
    </thead>
  )
}

interface SortedHeadProps {
  readonly column: (typeof COLUMNS)[number]
  readonly query: ListQuery
  readonly by: string
}

function SortedHead({ column, query, by }: SortedHeadProps) {
  const sort = 'sort' in column ? column.sort : null
  const active = sort?.by === by
  return (
    <th
      role="columnheader"
      scope="col"
      className={'number' in column ? 'number' : ''}
      {...(active ? { 'aria-sort': sort.direction } : {})}
    >
      {sort === null ? column.title : <SortLink title={column.title} query={query} sort={sort} active={active} />}
    </th>
  )
}

interface SortLinkProps {
  readonly title: string
  readonly query: ListQuery
  /** The order it selects, and whether values then rise or fall. */
  readonly sort: { readonly by: string; readonly direction: 'ascending' | 'descending' }
  readonly active: boolean
}

function SortLink({ title, query, sort: { by, direction }, active }: SortLinkProps) {
  const search = searchOf(query, { sort: by })
  return (
    <Link href={`/evaluations${search}`} className="sort" prefetch={false} scroll={false}>
      {title}
      <span aria-hidden="true">{active ? (direction === 'ascending' ? ' ↑' : ' ↓') : ''}</span>
    </Link>
  )
}

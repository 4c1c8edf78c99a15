'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { startTransition, useOptimistic, useState } from 'react'
import {
  type ColumnName,
  type COLUMNS,
  COLUMNS_COOKIE,
  columnsToHide,
  hiddenIn,
  hideText,
  type ListQuery,
  searchOf,
} from '../../addresses/evaluations'
import { usePreference } from '../../ui/preferences/use-preference'

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

interface ColumnMenuProps {
  readonly query: ListQuery
  readonly hasOwners: boolean
  /** The reader's own hidden columns, for addresses that name none. */
  readonly own: string
}

/** Chooses the list's columns: in the address, so that views and links include them, and permanently on request. */
export function ColumnMenu({ query, hasOwners, own }: ColumnMenuProps) {
  const { push, refresh } = useRouter()
  const [open, setOpen] = useState(false)
  const [kept, keep] = usePreference(COLUMNS_COOKIE, own)
  const [hide, setHide] = useOptimistic(query.hide)
  const hidden = hiddenIn(hide)
  const now = hideText(hidden)
  const toggle = (name: ColumnName) => {
    const next = hideText(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name])
    startTransition(() => {
      setHide(next)
      push(`/evaluations${searchOf(query, { hide: next })}`, { scroll: false })
    })
  }
  const keepNow = () => {
    keep(now)
    refresh()
  }
  return (
    <div className="columns" data-testid="columns">
      <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        Columns{hidden.length === 0 ? '' : ` (${hidden.length} hidden)`}
      </button>
      {open ? <Choices hidden={hidden} hasOwners={hasOwners} onToggle={toggle} /> : null}
      {open && kept !== now ? (
        <button type="button" onClick={keepNow}>
          Show these from now on
        </button>
      ) : null}
    </div>
  )
}

interface ChoicesProps {
  readonly hidden: readonly ColumnName[]
  readonly hasOwners: boolean
  readonly onToggle: (name: ColumnName) => void
}

function Choices({ hidden, hasOwners, onToggle }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="sr-only">Columns that are shown</legend>
      {columnsToHide(hasOwners).map(({ name, title }) => (
        <label key={name}>
          <input type="checkbox" checked={!hidden.includes(name)} onChange={() => onToggle(name)} /> {title}
        </label>
      ))}
    </fieldset>
  )
}

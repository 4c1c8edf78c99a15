'use client'
import { useRouter } from 'next/navigation'
import { startTransition, useOptimistic, useState } from 'react'
import { usePreference } from '../frame/use-preference'
import { COLUMNS_COOKIE, type ColumnName, columnsToHide, hiddenIn, hideText } from './columns'
import { type ListQuery, searchOf } from './list-query'

interface Props {
  readonly query: ListQuery
  readonly hasOwners: boolean
  /** The reader's own hidden columns, for addresses that name none. */
  readonly own: string
}

/** Chooses the list's columns: in the address, so that views and links include them, and permanently on request. */
export function ColumnMenu({ query, hasOwners, own }: Props) {
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

'use client'

import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { type ListQuery, searchOf, VIEW_FIELDS } from '../../addresses/evaluations'
import { store, useStored } from '../../ui/preferences/stored'

interface View {
  readonly name: string
  readonly search: string
}

interface Props {
  readonly query: ListQuery
  /** The reader's name, or that of their key; null on a fleet without sign-in, where nothing has an owner. */
  readonly owner: string | null
}

const NAME = 'evaluation-views'
const MOST = 20

/** Named filters: the standard ones, and the reader's own, which this browser keeps. */
export function SavedViews({ query, owner }: Props) {
  const stored = viewsIn(useStored(NAME))
  const keep = (views: readonly View[]) => store(NAME, JSON.stringify(views))
  const now = searchOf(query)
  const views = [...standardViews(owner), ...stored]
  const isNew = now !== '' && !views.some(({ search }) => search === now)
  return (
    <nav className="views" aria-label="Views">
      {views.map((view) => (
        <span key={view.name} className="view">
          <Link
            href={`/evaluations${view.search}`}
            prefetch={false}
            {...(now === view.search ? { 'aria-current': 'page' as const } : {})}
          >
            {view.name}
          </Link>
          {stored.includes(view) && now === view.search ? (
            <button
              type="button"
              className="quiet"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => keep(stored.filter((each) => each !== view))}
            >
              ✕
            </button>
          ) : null}
        </span>
      ))}
      {isNew && stored.length < MOST ? <SaveView onSave={(name) => keep([...stored, { name, search: now }])} /> : null}
    </nav>
  )
}

function SaveView({ onSave }: { readonly onSave: (name: string) => void }) {
  const [naming, setNaming] = useState(false)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('view')
    if (typeof name === 'string' && name.trim() !== '') onSave(name.trim())
    setNaming(false)
  }
  if (!naming) {
    return (
      <button type="button" className="quiet" onClick={() => setNaming(true)}>
        + Save this view
      </button>
    )
  }
  return (
    <form className="save-view" onSubmit={save}>
      {/* Whoever asks to name a view is about to type its name. */}
      <input name="view" aria-label="Name of the view" maxLength={40} required ref={(input) => input?.focus()} />
      <button type="submit">Save</button>
    </form>
  )
}

function standardViews(owner: string | null): View[] {
  return [
    { name: 'All', search: '' },
    ...(owner === null ? [] : [{ name: 'Mine', search: searchOf({ owner }) }]),
    { name: 'Running', search: searchOf({ status: 'running,paused' }) },
    { name: 'Needs attention', search: searchOf({ attention: '1' }) },
  ]
}

/** Parses stored views, ignoring anything that is not one. */
function viewsIn(text: string | null): View[] {
  try {
    const views: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(views) ? views.filter(isView).slice(0, MOST) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false
  const { name, search } = value
  return isText(name) && isText(search) && VIEW_FIELDS.some((field) => new URLSearchParams(search).has(field))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 1000
}

'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState, useTransition } from 'react'
import { FILTER_FIELDS, isFiltered, layoutOf, type ListQuery, searchOf } from '../../addresses/evaluations'
import { useKeys } from '../../ui/shell/keys'

export interface Option {
  readonly value: string
  readonly text: string
}

/** A condition chosen from a list. */
export interface Choice {
  readonly field: keyof ListQuery
  readonly label: string
  readonly options: readonly Option[]
}

interface Props {
  readonly query: ListQuery
  readonly choices: readonly Choice[]
}

/** The delay between the last keystroke and the search. */
const PAUSE_MS = 300

/** The list's filters. A form that works without scripts; with them each change applies at once, and Back undoes it. */
export function ListFilters({ query, choices }: Props) {
  const { push, replace } = useRouter()
  const [pending, start] = useTransition()
  const [open, setOpen] = useState(false)
  const go = (changes: ListQuery, isTyping = false) =>
    start(() => (isTyping ? replace : push)(`/evaluations${searchOf(query, changes)}`, { scroll: false }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('q')
    go({ q: typeof text === 'string' ? text.trim() : '' })
  }
  const set = FILTER_FIELDS.filter((field) => field !== 'q' && query[field] !== undefined).length
  return (
    <form
      className={`filters ${open ? 'open' : ''}`}
      action="/evaluations"
      onSubmit={submit}
      role="search"
      aria-busy={pending}
    >
      <Search text={query.q ?? ''} onSearch={(q) => go({ q }, query.q !== undefined)} />
      <button type="button" className="more" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{set === 0 ? '' : ` (${set})`}
      </button>
      <Chips query={query} choices={choices} />
      <Conditions query={query} choices={choices} onChange={go} />
      {query.hide === undefined ? null : <input type="hidden" name="hide" value={query.hide} />}
      <noscript>
        <button type="submit">Filter</button>
      </noscript>
    </form>
  )
}

/** The conditions that are set, each with a way to take it off. */
function Chips({ query, choices }: Props) {
  const set = FILTER_FIELDS.flatMap((field) => {
    const value = query[field]
    return value === undefined || field === 'q' ? [] : [{ field, words: chipWords(field, value, choices) }]
  })
  return set.map(({ field, words }) => (
    <Link
      key={field}
      className="chip filter-chip"
      href={`/evaluations${searchOf(query, { [field]: '' })}`}
      prefetch={false}
      aria-label={`Remove filter: ${words}`}
    >
      {words} <span aria-hidden="true">✕</span>
    </Link>
  ))
}

const FIELD_WORDS: Readonly<Partial<Record<keyof ListQuery, string>>> = {
  attention: 'Needs attention',
  mine: 'Mine',
  archived: 'Archived only',
}

function chipWords(field: keyof ListQuery, value: string, choices: readonly Choice[]): string {
  const choice = choices.find((each) => each.field === field)
  const text = choice?.options.find((option) => option.value === value)?.text ?? value.replaceAll(',', ' or ')
  const name = { from: 'From', to: 'Until' }[field as string] ?? choice?.label ?? field
  return FIELD_WORDS[field] ?? `${name}: ${text}`
}

interface ConditionsProps extends Props {
  readonly onChange: (changes: ListQuery) => void
}

function Conditions({ query, choices, onChange }: ConditionsProps) {
  return (
    <div className="conditions">
      {choices.map((choice) => (
        <Select key={choice.field} choice={choice} value={query[choice.field]} onChange={onChange} />
      ))}
      {(['from', 'to'] as const).map((field) => (
        <label key={field}>
          {field === 'from' ? 'Submitted from' : 'to'}
          <input
            type="date"
            name={field}
            className={query[field] === undefined ? '' : 'set'}
            defaultValue={query[field] ?? ''}
            key={query[field]}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        </label>
      ))}
      {isFiltered(query) ? (
        <Link className="clear" href={`/evaluations${searchOf(layoutOf(query))}`} prefetch={false}>
          Clear
        </Link>
      ) : null}
    </div>
  )
}

function Search({ text, onSearch }: { readonly text: string; readonly onSearch: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useKeys({ '/': () => input.current?.focus() })
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back and Forward change what is searched for; what is being typed stays.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = text
  }, [text])
  const type = (value: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(value.trim()), PAUSE_MS)
  }
  return (
    <label className="search">
      Name
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={text}
        maxLength={80}
        placeholder="Search   /"
        aria-keyshortcuts="/"
        onChange={(event) => type(event.target.value)}
      />
    </label>
  )
}

interface SelectProps {
  readonly choice: Choice
  readonly value: string | undefined
  readonly onChange: (changes: ListQuery) => void
}

function Select({ choice: { field, label, options }, value: set, onChange }: SelectProps) {
  const value = set ?? (field === 'sort' ? 'newest' : '')
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <label>
      {label}
      <select
        name={field}
        value={value}
        className={set === undefined ? '' : 'set'}
        onChange={(event) => onChange({ [field]: event.target.value })}
      >
        {field === 'sort' ? null : <option value="">{field === 'archived' ? 'left out' : 'any'}</option>}
        {isKnown ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}

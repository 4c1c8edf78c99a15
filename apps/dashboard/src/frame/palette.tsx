'use client'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFoundEvaluations } from './found-evaluations'
import type { Place } from './place'

interface Props {
  readonly places: readonly Place[]
  readonly onClose: () => void
}

/** Goes anywhere and does anything by name. */
export function Palette({ places, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const router = useRouter()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const found = useFoundEvaluations(text.trim())
  useEffect(() => dialog.current?.showModal(), [])
  const evaluations = found.map(({ id, name, status }): Place => ({
    name,
    kind: status.replace('_', '-'),
    act: () => router.push(`/evaluations/${encodeURIComponent(id)}`),
  }))
  const options = [...places.filter(({ name }) => hasWords(name, text)), ...evaluations]
  const run = (place: Place | undefined) => {
    if (place === undefined) return
    dialog.current?.close()
    place.act()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((now) => (now + step + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') run(options[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="palette" aria-label="Go to" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-label="Pages, evaluations and actions"
        aria-activedescendant={options.length === 0 ? undefined : `${list}-${at}`}
        placeholder="Go to a page, an evaluation, an action"
        maxLength={80}
        value={text}
        onKeyDown={press}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      <ul role="listbox" id={list} aria-label="What matches">
        {options.map((place, index) => (
          <li
            key={`${index}-${place.name}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? reveal : undefined}
            onClick={() => run(place)}
          >
            <span className="name">{place.name}</span>
            <span className="muted">{place.kind}</span>
            {place.keys === undefined ? null : <kbd>{place.keys}</kbd>}
          </li>
        ))}
      </ul>
      {options.length === 0 ? <p className="muted">Nothing has this name.</p> : null}
    </dialog>
  )
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

function hasWords(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => name.toLowerCase().includes(word))
}

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
  const [{ text, at }, set] = useState({ text: '', at: 0 })
  const list = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const options = [...places.filter(({ name }) => hasWords(name, text)), ...useEvaluationPlaces(text.trim())]
  const run = (place: Place | undefined) => {
    if (place === undefined) return
    dialog.current?.close()
    place.act()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) set({ text, at: (at + step + options.length) % Math.max(1, options.length) })
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
        onChange={(event) => set({ text: event.target.value, at: 0 })}
      />
      <Options list={list} options={options} at={at} onChoose={run} />
      {options.length === 0 ? <p className="muted">Nothing has this name.</p> : null}
    </dialog>
  )
}

function useEvaluationPlaces(text: string): Place[] {
  const { push } = useRouter()
  return useFoundEvaluations(text).map(({ id, name, status }) => ({
    name,
    kind: status.replace('_', '-'),
    act: () => push(`/evaluations/${encodeURIComponent(id)}`),
  }))
}

interface OptionsProps {
  readonly list: string
  readonly options: readonly Place[]
  readonly at: number
  readonly onChoose: (place: Place) => void
}

function Options({ list, options, at, onChoose }: OptionsProps) {
  return (
    <ul role="listbox" id={list} aria-label="What matches">
      {options.map((place, index) => (
        <li
          key={`${index}-${place.name}`}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === at}
          ref={index === at ? reveal : undefined}
          onClick={() => onChoose(place)}
        >
          <span className="name">{place.name}</span>
          <span className="muted">{place.kind}</span>
          {place.keys === undefined ? null : <kbd>{place.keys}</kbd>}
        </li>
      ))}
    </ul>
  )
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

function hasWords(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => name.toLowerCase().includes(word))
}

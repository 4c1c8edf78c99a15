'use client'

import { listEvaluations } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { pageIn } from '../../addresses/evaluations'
import { api } from '../../api/browser'
import type { Place } from './keys'

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
      {options.length === 0 ? <p className="muted">Nothing found.</p> : null}
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

/** An evaluation whose name contains the text typed. */
export interface FoundEvaluation {
  readonly id: string
  readonly name: string
  readonly status: string
}

const PAUSE_MS = 150
const MOST = 8

/** Finds evaluations by name while the reader types; the newest if nothing is typed. */
export function useFoundEvaluations(text: string): readonly FoundEvaluation[] {
  const [found, setFound] = useState<readonly FoundEvaluation[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      void find(text, leaving.signal).then((evaluations) => {
        if (evaluations !== null) setFound(evaluations)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])
  return found
}

async function find(text: string, signal: AbortSignal): Promise<readonly FoundEvaluation[] | null> {
  try {
    const query = text === '' ? {} : { q: text.slice(0, 80) }
    return pageIn(await api.call(listEvaluations, { query }, { signal }))?.evaluations.slice(0, MOST) ?? null
  } catch {
    return null
  }
}

'use client'
import { type MouseEvent, useRef, useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Adds or takes away one; with shift all from the last one on. */
  readonly toggle: (id: string, event?: Pick<MouseEvent, 'shiftKey'>) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Tracks the selected rows of a list; rows that are no longer listed are deselected. */
export function useSelection(listed: readonly string[]): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = new Set(listed.filter((id) => picked.has(id)))
  const toggle: Selection['toggle'] = (id, event) => {
    const from = listed.indexOf(last.current ?? id)
    const to = listed.indexOf(id)
    const range =
      event?.shiftKey === true && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const on = !ids.has(id)
    last.current = id
    setPicked(new Set(on ? [...ids, ...range] : [...ids].filter((each) => !range.includes(each))))
  }
  const toggleAll = () => setPicked(new Set(ids.size === listed.length ? [] : listed))
  return { ids, toggle, toggleAll, clear: () => setPicked(new Set()) }
}

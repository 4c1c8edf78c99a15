'use client'

import { MOST_COMPARED } from '@cges-fleet/core/most-compared'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import { compareAddress } from '../../addresses/comparisons'
import { useKeys } from '../../ui/shell/keys'
import { stepRows } from '../../ui/shell/step-rows'

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
    last.current = id
    // Keys may follow each other faster than the list is drawn.
    setPicked(
      (before) => new Set(before.has(id) ? [...before].filter((each) => !range.includes(each)) : [...before, ...range]),
    )
  }
  const toggleAll = () => setPicked(new Set(ids.size === listed.length ? [] : listed))
  return { ids, toggle, toggleAll, clear: () => setPicked(new Set()) }
}

interface Rows {
  readonly table: RefObject<HTMLTableElement | null>
  readonly onSelect: (id: string) => void
  readonly onCompare: () => void
}

/** Moves through the rows of a list with `j` and `k`, selects the one in focus with `x`, compares those selected with `c`. */
export function useRowKeys({ table, onSelect, onCompare }: Rows): void {
  useKeys({
    j: () => stepRows(table.current, 1),
    k: () => stepRows(table.current, -1),
    c: onCompare,
    x: () => {
      const id = document.activeElement?.closest('tr')?.dataset['evaluation']
      if (id !== undefined) onSelect(id)
    },
  })
}

/**
 * Returns a function that opens a comparison of the selected evaluations; it does nothing if there are too few or too
 * many.
 */
export function useCompare(ids: ReadonlySet<string>): () => void {
  const { push } = useRouter()
  return () => {
    if (ids.size >= 2 && ids.size <= MOST_COMPARED) push(comparedAddress([...ids]))
  }
}

/** The oldest is the base, in whatever order they are listed: ids begin with the time of submission. */
function comparedAddress(ids: readonly string[]): string {
  return compareAddress({ evaluations: ids.toSorted().join(',') })
}

/** Leads to the selected evaluations side by side, or says why not. */
export function CompareSelected({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length < 2) return <span className="muted">Select at least two to compare.</span>
  if (ids.length > MOST_COMPARED) return <span className="muted">At most {MOST_COMPARED} can be compared.</span>
  return (
    <Link className="button primary" href={comparedAddress(ids)} prefetch={false} aria-keyshortcuts="c">
      Compare {ids.length}
    </Link>
  )
}

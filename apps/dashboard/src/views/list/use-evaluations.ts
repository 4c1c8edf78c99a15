'use client'

import type { EvaluationPage, EvaluationRow } from '@cges-fleet/core'
import { listEvaluations } from '@cges-fleet/core/addresses'
import { useCallback, useEffect, useState } from 'react'
import { listAsking, type ListQuery, pageIn } from '../../addresses/evaluations'
import { api } from '../../api/browser'
import { type Failing, failingBy } from '../../api/failing'

export interface EvaluationsState extends ShownPage {
  readonly readAt: number
  /** Why the last attempt to read the list failed, if it did: what is shown is then the last that was read. */
  readonly failing: Failing | null
  /** Shows the list in the order it has now. */
  readonly reorder: () => void
  /** Reads the list at once, after something was done to it. */
  readonly refresh: () => Promise<void>
}

/** How often while something runs, or while it cannot be read. */
export const BUSY_MS = 5_000
const QUIET_MS = 30_000
const ASK_TIMEOUT_MS = 8_000

const shownOf = ({ evaluations, next }: EvaluationPage): ShownPage => ({ rows: evaluations, next, newer: null })

/** Reads a page of evaluations again every few seconds while something runs, seldom otherwise, never while hidden. */
export function useEvaluations(initial: EvaluationPage, query: ListQuery, renderedAt: number): EvaluationsState {
  const [shown, setShown] = useState<ShownPage>(() => shownOf(initial))
  const [{ readAt, failing }, setRead] = useState<{ readonly readAt: number; readonly failing: Failing | null }>({
    readAt: renderedAt,
    failing: null,
  })
  const busy =
    failing !== null ||
    shown.rows.length === 0 ||
    shown.rows.some(({ status }) => status === 'running' || status === 'stuck')
  const refresh = useCallback(async () => {
    try {
      const page = await read(query)
      setRead({ readAt: Date.now(), failing: null })
      setShown((before) => mergePage(before, page))
    } catch (error) {
      setRead(({ readAt: before }) => ({ readAt: before, failing: failingBy(error) }))
    }
  }, [query])
  useEffect(() => {
    const poll = () => {
      if (document.visibilityState !== 'hidden') void refresh()
    }
    const timer = setInterval(poll, busy ? BUSY_MS : QUIET_MS)
    return () => clearInterval(timer)
  }, [busy, refresh])
  const reorder = () => setShown((before) => (before.newer === null ? before : shownOf(before.newer)))
  return { ...shown, readAt, failing, reorder, refresh }
}

async function read(query: ListQuery): Promise<EvaluationPage> {
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const page = pageIn(await api.call(listEvaluations, { query: listAsking(query) }, { signal }))
  if (page === null) throw new TypeError('this is no page of evaluations')
  return page
}

/** The rows a list shows, and whether their order is no longer the one requested. */
interface ShownPage {
  readonly rows: readonly EvaluationRow[]
  readonly next: string | null
  /** The page as it would be shown now; null if it equals the one shown. */
  readonly newer: EvaluationPage | null
}

/**
 * Merges a newer page into the rows shown: each row is updated in place, and none moves, appears or disappears under
 * the reader; a notice says if there would be others. An empty list just takes the new page.
 */
export function mergePage(shown: ShownPage, page: EvaluationPage): ShownPage {
  if (shown.rows.length === 0) return { rows: page.evaluations, next: page.next, newer: null }
  const byId = new Map(page.evaluations.map((row) => [row.id, row]))
  const rows = shown.rows.map((row) => byId.get(row.id) ?? row)
  const isSame = rows.length === page.evaluations.length && rows.every(({ id }, at) => id === page.evaluations[at]?.id)
  return { rows, next: shown.next, newer: isSame ? null : page }
}

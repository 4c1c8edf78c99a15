'use client'
import type { EvaluationPage } from '@cges-fleet/core'
import { listEvaluations } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { api } from '../api/browser-client'
import { type ListQuery, listAsking } from './list-query'
import { mergePage, type ShownPage } from './merge-page'
import { pageIn } from './page-in'

export interface EvaluationsState extends ShownPage {
  /** Whether the last attempt to read the list failed: what is shown is then the last that was read. */
  readonly failing: boolean
  /** Shows the list in the order it has now. */
  readonly reorder: () => void
  /** Reads the list at once, after something was done to it. */
  readonly refresh: () => Promise<void>
}

const BUSY_MS = 5_000
const QUIET_MS = 30_000
const ASK_TIMEOUT_MS = 8_000

const shownOf = ({ evaluations, next }: EvaluationPage): ShownPage => ({ rows: evaluations, next, newer: null })

/** Reads a page of evaluations again every few seconds while something runs, seldom otherwise, never while hidden. */
export function useEvaluations(initial: EvaluationPage, query: ListQuery): EvaluationsState {
  const [shown, setShown] = useState<ShownPage>(() => shownOf(initial))
  const [failing, setFailing] = useState(false)
  const busy = failing || shown.rows.length === 0 || shown.rows.some(({ status }) => status === 'running')
  const refresh = async () => {
    const page = await read(query)
    setFailing(page === null)
    if (page !== null) setShown((before) => mergePage(before, page))
  }
  useEffect(() => {
    const poll = async () => {
      if (document.visibilityState === 'hidden') return
      const page = await read(query)
      setFailing(page === null)
      if (page !== null) setShown((before) => mergePage(before, page))
    }
    const timer = setInterval(() => void poll(), busy ? BUSY_MS : QUIET_MS)
    return () => clearInterval(timer)
  }, [busy, query])
  const reorder = () => setShown((before) => (before.newer === null ? before : shownOf(before.newer)))
  return { ...shown, failing, reorder, refresh }
}

async function read(query: ListQuery): Promise<EvaluationPage | null> {
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
    return pageIn(await api.call(listEvaluations, { query: listAsking(query) }, { signal }))
  } catch {
    return null
  }
}

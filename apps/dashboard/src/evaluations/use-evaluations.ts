'use client'
import type { EvaluationPage } from '@cges-fleet/core'
import { listEvaluations } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { api } from '../api/browser-client'
import { pageIn } from './page-in'

export interface EvaluationsState {
  readonly page: EvaluationPage
  /** Whether the last attempt to read the list failed: what is shown is then the last that was read. */
  readonly failing: boolean
}

const BUSY_MS = 5_000
const QUIET_MS = 30_000
const ASK_TIMEOUT_MS = 8_000

/** Reads a page of evaluations again every few seconds while something runs, seldom otherwise, never while hidden. */
export function useEvaluations(initial: EvaluationPage, cursor: string | null): EvaluationsState {
  const [state, setState] = useState<EvaluationsState>({ page: initial, failing: false })
  const { evaluations } = state.page
  const busy = state.failing || evaluations.length === 0 || evaluations.some(({ status }) => status === 'running')
  useEffect(() => {
    const poll = async () => {
      if (document.visibilityState === 'hidden') return
      const page = await read(cursor)
      setState((shown) => (page === null ? { ...shown, failing: true } : { page, failing: false }))
    }
    const timer = setInterval(() => void poll(), busy ? BUSY_MS : QUIET_MS)
    return () => clearInterval(timer)
  }, [busy, cursor])
  return state
}

async function read(cursor: string | null): Promise<EvaluationPage | null> {
  try {
    const asking = { query: { cursor: cursor ?? undefined } }
    return pageIn(await api.call(listEvaluations, asking, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) }))
  } catch {
    return null
  }
}

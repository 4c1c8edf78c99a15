'use client'

import { ApiError } from '@cges-fleet/client'
import type { EvaluationStatistics, EvaluationView } from '@cges-fleet/core'
import { getStatistics as statisticsAt } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { api } from '../../../api/browser'
import { statisticsIn } from './statistics-in'

/** An evaluation's statistics as far as known, and whether they are loading or unavailable. */
export interface StatisticsState {
  readonly statistics: EvaluationStatistics | null
  readonly problem: string | null
}

const AGAIN_MS = 10_000

/**
 * Fetches an evaluation's statistics beside its live numbers: now and then while it runs, once when it has ended. They
 * take seconds to compute, so the page never waits for them.
 */
export function useStatistics(view: EvaluationView, initial: EvaluationStatistics | null): StatisticsState {
  const [state, setState] = useState<StatisticsState>({ statistics: initial, problem: null })
  const running = view.status === 'running'
  const known = state.statistics?.version === view.version
  const awaited = running ? 'interim' : known ? null : 'final'
  useEffect(() => {
    if (awaited === null) return
    const leaving = new AbortController()
    const ask = () => void fetchStatistics(view.id, leaving.signal).then((read) => read !== null && setState(read))
    ask()
    const timer = setInterval(ask, AGAIN_MS)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [view.id, awaited])
  return state
}

async function fetchStatistics(id: string, signal: AbortSignal): Promise<StatisticsState | null> {
  try {
    const response = await api.open(statisticsAt, { path: { id } }, { signal })
    const statistics = statisticsIn(await response.text())
    return { statistics, problem: statistics === null ? 'the API is of an earlier release' : null }
  } catch (error) {
    if (signal.aborted) return null
    const refused = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.problem : null
    const problem = refused === null ? 'the API does not answer' : `the API answered ${refused.status}`
    return { statistics: null, problem }
  }
}

'use client'
import type { EvaluationStatistics, EvaluationView } from '@cges-fleet/core'
import { useEffect, useState } from 'react'
import { statisticsIn } from './statistics-in'

/** What is known of an evaluation's statistics, and whether they are on their way or cannot be had. */
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
    const ask = () => void readStatistics(view.id, leaving.signal).then((read) => read !== null && setState(read))
    ask()
    const timer = setInterval(ask, AGAIN_MS)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [view.id, awaited])
  return state
}

async function readStatistics(id: string, signal: AbortSignal): Promise<StatisticsState | null> {
  try {
    const response = await fetch(`/v1/evaluations/${encodeURIComponent(id)}/statistics`, { cache: 'no-store', signal })
    const statistics = statisticsIn(await response.text())
    if (statistics !== null) return { statistics, problem: null }
    return { statistics: null, problem: `the API answered ${response.status}` }
  } catch {
    return signal.aborted ? null : { statistics: null, problem: 'the API does not answer' }
  }
}

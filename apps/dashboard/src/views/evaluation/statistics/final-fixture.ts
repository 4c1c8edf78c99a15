import type { FinalStatistics, Judgement, MethodStatistics } from '@cges-fleet/core'

/** How a method was judged against its baseline. */
export function comparedTo(baseline: string, judgement: Judgement, saved: number): MethodStatistics['comparison'] {
  const test = { p: 1, midP: 1, exact: true, holmP: 1, minimumDetectable: 0.02, judgement }
  const pairs = { baseline, questions: 9, trials: 9, won: 0, lost: 0 }
  const accuracy = { value: 0.001, low: -0.03, high: 0.02 }
  const calls = { value: -saved, low: -1.2 * saved, high: -0.8 * saved }
  return { ...pairs, ...test, accuracy, calls, tokens: null, gpuSeconds: null }
}

/** Final statistics for tests, of methods by how they were judged. */
export function finalOf(compared: Readonly<Record<string, MethodStatistics['comparison']>>): FinalStatistics {
  const endings = { correct: 9, wrong: 0, truncated: 0, declined: 0, noAnswer: 0, abstained: 0, blocked: 0 }
  const methods = Object.entries(compared).map(([key, comparison]): MethodStatistics => ({
    key,
    endings,
    accuracy: { all: null, graded: null, completed: null },
    calls: null,
    tokens: null,
    gpuSeconds: null,
    ranking: { calls: 0, gpuSeconds: null },
    scoringSeconds: null,
    replicates: null,
    comparison,
  }))
  const none = {
    notCompared: null,
    gpuTime: { kind: 'shared', counts: {}, why: null } as const,
    subsets: null,
    subsetsMissing: null,
    dominated: [],
    signals: [],
    curves: [],
    coverage: [],
  }
  return { margin: 0.01, resamples: 10_000, methods, best: { accuracy: [], calls: [] }, ...none }
}

import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import type { SeenMethod } from './read-evaluation-page.js'

/** How an evaluation's page must write what the API says of its methods; they were submitted in the page's order. */
export function writtenMethods(view: EvaluationView | undefined): SeenMethod[] {
  return (view?.methods ?? []).map(written)
}

function written(report: MethodReport): SeenMethod {
  const { key, calls, savedAgainstSc, resolved, trials } = report
  return {
    key,
    ...writtenAccuracy(report),
    calls: calls === null ? '—' : calls.toFixed(2),
    saved: savedAgainstSc === null ? '—' : `${percent(savedAgainstSc)}%`,
    resolved: `${resolved} / ${trials}`,
  }
}

/** Of the running ones: a figure only with where it will end. */
function writtenAccuracy({ interim, accuracy, accuracyBounds, live, trials }: MethodReport) {
  if (live !== null) {
    const limits = `will end between ${percent(live.low)} and ${percent(live.high)}%`
    return { tag: 'so far', accuracy: `${percent(live.value)}%`, beside: `${live.n} of ${trials}, ${limits}` }
  }
  const tag = interim ? 'interim' : ''
  if (accuracy === null)
    return { tag, accuracy: '—', beside: `${percent(accuracyBounds.low)} to ${percent(accuracyBounds.high)}` }
  const beside = `[${percent(accuracy.low)}, ${percent(accuracy.high)}]`
  return { tag, accuracy: `${percent(accuracy.value)}%`, beside }
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import type { SeenMethod } from './read-evaluation-page.js'

/** How an evaluation's page must write what the API says of its methods; they were submitted in the page's order. */
export function writtenMethods(view: EvaluationView | undefined): SeenMethod[] {
  return (view?.methods ?? []).map(written)
}

function written(report: MethodReport): SeenMethod {
  const { key, interim, accuracy, accuracyBounds, calls, savedAgainstSc, resolved, trials } = report
  const bounds = `${percent(accuracyBounds.low)} to ${percent(accuracyBounds.high)}`
  return {
    key,
    interim,
    accuracy: accuracy === null ? '—' : `${percent(accuracy.value)}%`,
    beside: accuracy === null ? bounds : `[${percent(accuracy.low)}, ${percent(accuracy.high)}]`,
    calls: calls === null ? '—' : calls.toFixed(2),
    saved: savedAgainstSc === null ? '—' : `${percent(savedAgainstSc)}%`,
    resolved: `${resolved} / ${trials}`,
  }
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { trialsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
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
    const says = percent(live.low) !== '0.0' || percent(live.high) !== '100.0'
    const limits = says ? `will end between ${percent(live.low)} and ${percent(live.high)}%` : needs(live, trials)
    const value = live.n === 0 ? '—' : `${percent(live.value)}%`
    return { tag: 'so far', accuracy: value, beside: `${live.n} of ${trials}, ${limits}` }
  }
  const tag = interim ? 'interim' : ''
  if (accuracy === null)
    return { tag, accuracy: '—', beside: `${percent(accuracyBounds.low)} to ${percent(accuracyBounds.high)}` }
  const beside = `[${percent(accuracy.low)}, ${percent(accuracy.high)}]`
  return { tag, accuracy: `${percent(accuracy.value)}%`, beside }
}

/** What limits from 0 to 100 % need to be of use. */
function needs({ n, value }: NonNullable<MethodReport['live']>, trials: number): string {
  const more = trialsUntilNarrow({ trials, closed: n, share: n === 0 ? 0.5 : value }, 0.15)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, more ?? 1))) - 1)
  return more === null
    ? 'is told when all are closed'
    : `needs about ${Math.ceil(Math.max(1, more) / step) * step} more closed for ±15 points`
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { trialsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import type { SeenMethod } from './read-evaluation-page.js'

/** How an evaluation's page must show what the API reports of its methods; they were submitted in the page's order. */
export function writtenMethods(view: EvaluationView | undefined): SeenMethod[] {
  return (view?.methods ?? []).map(written)
}

function written(report: MethodReport): SeenMethod {
  const { key, live, spec, resolved, trials } = report
  const calls = live?.calls ?? report.calls
  const saved = live === null ? report.savedAgainstSc : 1 - live.calls / spec.budget
  return {
    key,
    ...writtenAccuracy(report),
    calls: calls === null ? '—' : calls.toFixed(2),
    callsEnd: live === null ? '' : `will end between ${live.callsLow.toFixed(1)} and ${live.callsHigh.toFixed(1)}`,
    difference: live?.difference ? writtenDifference(live.difference) : '',
    saved: saved === null ? '—' : `${percent(saved)}%`,
    resolved: `${resolved} / ${trials}`,
  }
}

function writtenDifference({ value, low, high }: { value: number; low: number; high: number }): string {
  return `so far Δ ${points(value)} will end between ${points(low)} and ${points(high)}`
}

const SIGNED = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

function points(share: number): string {
  return SIGNED.format(100 * share).replace('-', '−')
}

/** For running methods: a figure only with its predicted final range. */
function writtenAccuracy({ interim, accuracy, accuracyBounds, live, trials }: MethodReport) {
  if (live !== null) {
    const says = percent(live.low) !== '0.0' || percent(live.high) !== '100.0'
    const [more, lacking] = needs(live, trials)
    const limits = says ? `will end between ${percent(live.low)} and ${percent(live.high)}%` : lacking
    const wide = says && live.high - live.low > 0.3 && more !== null ? `≈ ${more} more for ±15, ` : ''
    const value = live.n === 0 ? '—' : `${percent(live.value)}%`
    return { tag: 'so far', accuracy: value, beside: `${live.n} of ${trials}, ${wide}${limits}` }
  }
  const tag = interim ? 'interim' : ''
  if (accuracy === null)
    return { tag, accuracy: '—', beside: `${percent(accuracyBounds.low)} to ${percent(accuracyBounds.high)}` }
  const beside = `[${percent(accuracy.low)}, ${percent(accuracy.high)}]`
  return { tag, accuracy: `${percent(accuracy.value)}%`, beside }
}

/** How many more trials must close, and what is said about it if the limits are 0 to 100 %. */
function needs({ n, value }: NonNullable<MethodReport['live']>, trials: number): [number | null, string] {
  const more = trialsUntilNarrow(trials, n, n === 0 ? 0.5 : value, 0.15)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, more ?? 1))) - 1)
  if (more === null) return [null, 'is told when all are closed']
  const about = Math.ceil(Math.max(1, more) / step) * step
  return [about, `needs about ${about} more closed for ±15 points`]
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

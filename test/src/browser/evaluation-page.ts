import { EvaluationView, type MethodReport } from '@cges-fleet/core'
import { trialsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import type { Page } from 'playwright-core'

/** A row of the methods' table as a user sees it. */
interface SeenMethod {
  readonly key: string
  /** Empty if it is final. */
  readonly tag: string
  /** `—` if unknown. */
  readonly accuracy: string
  /** The interval in brackets, the bounds without, or the predicted final range in words. */
  readonly beside: string
  readonly calls: string
  /** Empty unless it predicts the final number of calls. */
  readonly callsEnd: string
  /** The difference so far; empty unless it is shown. */
  readonly difference: string
  readonly saved: string
}

export interface SeenEvaluation {
  readonly version: number
  readonly status: string
  readonly closed: string
  readonly lead: string
  readonly methods: readonly SeenMethod[]
  /** The heights of the methods' rows, in pixels. */
  readonly heights: readonly number[]
  /** All the text around the methods' table. */
  readonly panel: string
  /** Marks on the scatter, and how many of them are not final. */
  readonly points: number
  readonly hollow: number
}

/** Reads a whole evaluation page at one moment. */
export function readEvaluationPage(page: Page): Promise<SeenEvaluation> {
  return page.evaluate(() => {
    const whole: ParentNode = document
    const textOf = (selector: string, root = whole) => {
      const found = root.querySelector(selector)
      return found?.querySelector('.missing') ? '—' : (found?.textContent?.trim() ?? '')
    }
    return {
      version: Number(document.querySelector('article')?.dataset['version']),
      status: textOf('article [data-testid=status]'),
      closed: textOf('[data-testid=closed]'),
      lead: textOf('[data-testid=lead]'),
      methods: [...document.querySelectorAll<HTMLElement>('[data-method]')].map((row) => ({
        key: row.dataset['method'] ?? '',
        tag: textOf('[data-cell=accuracy] .tag', row),
        accuracy: textOf('[data-cell=accuracy] .value', row),
        beside: [...row.querySelectorAll('th .aside > span, [data-cell=accuracy] .aside > *')]
          .map((each) => each.textContent)
          .join(', '),
        calls: textOf('[data-cell=calls] .value', row),
        callsEnd: /^ends .*/u.exec(textOf('[data-cell=calls] .aside', row))?.[0] ?? '',
        difference: ['.tag', '.value', '.aside']
          .map((part) => textOf(`[data-live-delta] ${part}`, row))
          .join(' ')
          .trim(),
        saved: textOf('[data-cell=saved] .value', row),
      })),
      heights: [...document.querySelectorAll('[data-method]')].map((row) => row.getBoundingClientRect().height),
      panel: document.querySelector('[data-testid=methods]')?.closest('section')?.textContent ?? '',
      points: document.querySelectorAll('.mark .point').length,
      hollow: document.querySelectorAll('.mark .point .hollow').length,
    }
  })
}

/** How an evaluation's page must show what the API reports of its methods; they were submitted in the page's order. */
export function writtenMethods(view: EvaluationView | undefined): SeenMethod[] {
  const methods = view?.methods ?? []
  const [baseline] = methods
    .filter(({ spec }) => spec.method === 'sc')
    .toSorted((a, b) => b.spec.budget - a.spec.budget)
  if (baseline === undefined && methods.length > 0) throw new Error('SC is the baseline of every evaluation shown here')
  return methods.map((report) => written(report, baseline ?? report))
}

function written(report: MethodReport, baseline: MethodReport): SeenMethod {
  const { key, live } = report
  const calls = live?.calls ?? report.calls
  return {
    key,
    ...writtenAccuracy(report),
    calls: calls === null ? '—' : calls.toFixed(2),
    callsEnd: live === null ? '' : `ends ${live.callsLow.toFixed(1)} to ${live.callsHigh.toFixed(1)}`,
    difference: live?.difference ? writtenDifference(live.difference) : '',
    saved: writtenSaved(report, baseline),
  }
}

function writtenSaved(report: MethodReport, baseline: MethodReport): string {
  const isLive = report.live !== null && baseline.live !== null
  const calls = isLive ? report.live?.calls : report.calls
  const before = isLive ? baseline.live?.calls : baseline.calls
  if (report.key === baseline.key || calls == null || before == null) return '—'
  return `${(100 * (1 - calls / before)).toFixed(0)}%`.replace('-', '−').replace('−0%', '0%')
}

function writtenDifference({ value, low, high }: { value: number; low: number; high: number }): string {
  return `so far Δ ${points(value)} ends ${points(low)} to ${points(high)}`
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
    const limits = says ? `ends ${percent(live.low)} to ${percent(live.high)}%` : lacking
    const wide = says && live.high - live.low > 0.3 && more !== null ? ` · ≈ ${more} more for ±15` : ''
    const value = live.n === 0 ? '—' : `${percent(live.value)}%`
    return { tag: 'so far', accuracy: value, beside: `${live.n} of ${trials}${wide}, ${limits}` }
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
  if (more === null) return [null, 'comes once all questions are finished']
  const about = Math.ceil(Math.max(1, more) / step) * step
  return [about, `needs about ${about} more finished questions for ±15 points`]
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

/** Methods of every family, two of them SC, for evaluations shown on pages. */
export const SHOWN_METHODS = [
  'sc@16',
  'sc@1',
  'esc:window=4@16',
  'asc-beta@16',
  'cges:confidence=lns-arith,gamma=0.99@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
]

/** Collects the views in an evaluation's event stream, by version, until the stream ends by itself. */
export async function liveViews(evaluation: string): Promise<Map<number, EvaluationView>> {
  const views = new Map<number, EvaluationView>()
  const response = await fetch(`${evaluation}/live`, { headers: { accept: 'text/event-stream' } })
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: {"id"')) continue
    const view = EvaluationView.parse(JSON.parse(line.slice('data: '.length)))
    views.set(view.version, view)
  }
  return views
}

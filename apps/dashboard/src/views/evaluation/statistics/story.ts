import type { EvaluationView, FinalStatistics, LiveEstimate, NotCompared, PairedComparison } from '@cges-fleet/core'
import { mainBaseline } from '@cges-fleet/statistics/baseline'
import { isNobodyRight } from '@cges-fleet/statistics/nobody-right'
import { trialsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import { formatAbout } from '../../../ui/format/numbers'
import type { NamedReport } from '../../../ui/methods/names'

/** A method that was compared, by its name on the page. */
export interface Compared {
  readonly report: NamedReport
  readonly baseline: NamedReport
  readonly comparison: PairedComparison
  /** Calls, as a share of the baseline's, less 1. */
  readonly change: number
}

/** The first statement of the page, and nothing more: it recommends a method only if the statistics judged. */
export type Story =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'running'; readonly baseline: NamedReport | null; readonly shown: NamedReport | null }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'computing' }
  | { readonly kind: 'uncompared'; readonly why: NotCompared | null; readonly first: NamedReport | null }
  | { readonly kind: 'nobody'; readonly first: NamedReport }
  | { readonly kind: 'open'; readonly pick: Compared }
  /** `isLost`: every method is shown to be less accurate. Otherwise none that saves calls is shown to keep up. */
  | { readonly kind: 'none'; readonly nearest: Compared; readonly isLost: boolean }
  | {
      readonly kind: 'pick'
      readonly pick: Compared
      readonly cheaper: readonly Compared[]
      readonly better: readonly Compared[]
    }

type Standing = Pick<EvaluationView, 'status' | 'finishedAt'>

/**
 * Finds the first statement of an evaluation's page. While it runs, or its statistics are missing, that is what is
 * known and what is missing, never a recommendation; afterwards it names the cheapest method that the statistics call
 * better, or not inferior at fewer calls, and any cheaper ones for which that is open.
 */
export function storyOf(view: Standing, reports: readonly NamedReport[], final: FinalStatistics | null): Story {
  if (final !== null) return judgedStory(reports, final)
  if (view.status === 'done') return { kind: 'computing' }
  if (view.finishedAt !== null && view.status !== 'decided') return { kind: 'unfinished' }
  const started = reports.some(({ resolved }) => resolved > 0)
  return started ? { kind: 'running', ...shownLive(reports) } : { kind: 'nothing' }
}

/** The method whose running figures are told, chosen by no result: the first CGES, else the first that is compared. */
function shownLive(reports: readonly NamedReport[]) {
  const compared = reports.filter(({ live }) => live?.difference != null)
  const shown = compared.find(({ spec }) => spec.method === 'cges') ?? compared[0] ?? null
  return { baseline: baselineAmong(reports), shown }
}

/** The method all others are measured by, as the statistics choose it; `reports` may be in any order. */
export function baselineAmong(reports: readonly NamedReport[]): NamedReport | null {
  return mainBaseline(reports.toSorted((a, b) => a.place - b.place))
}

function judgedStory(reports: readonly NamedReport[], final: FinalStatistics): Story {
  const compared = comparedIn(reports, final)
  if (compared.length === 0) {
    return { kind: 'uncompared', why: final.notCompared, first: baselineAmong(reports) }
  }
  const [first] = compared
  if (first !== undefined && noneIsRight(reports, final)) return { kind: 'nobody', first: first.baseline }
  const better = compared.filter(({ comparison }) => comparison.judgement === 'better')
  const kept = compared.filter(({ comparison }) => comparison.judgement === 'non-inferior')
  const saving = compared.filter(savesCalls)
  const open = saving.filter(({ comparison }) => comparison.judgement === 'inconclusive')
  const worthwhile = cheapest([...better, ...kept.filter((each) => saving.includes(each))])
  if (worthwhile === undefined && open.length > 0) return { kind: 'open', pick: tellingOf(open) }
  const pick = worthwhile ?? cheapest(kept.filter(({ change }) => !isDearer(change)))
  if (pick === undefined) return noneStory(compared)
  const cheaper = compared.filter(
    (each) => each.comparison.judgement === 'inconclusive' && callsOf(each) < callsOf(pick),
  )
  return { kind: 'pick', pick, cheaper, better: better.filter((each) => each !== pick) }
}

/** Whether methods were compared of which none has a right answer. */
export function noneIsRight(reports: readonly NamedReport[], final: FinalStatistics): boolean {
  return isNobodyRight(comparedIn(reports, final).flatMap(({ report, baseline }) => [report, baseline]))
}

/** Statistics to show beside the methods: without comparisons where none has a right answer. */
export function comparable(reports: readonly NamedReport[], final: FinalStatistics | null): FinalStatistics | null {
  if (final === null || !noneIsRight(reports, final)) return final
  const methods = final.methods.map((method) => ({ ...method, comparison: null }))
  return { ...final, methods, best: { accuracy: [], calls: [] }, dominated: [] }
}

/** An interval of a difference at most this wide says something: ±5 points. */
const TELLING = 0.1

/** Of methods that may keep up: the cheapest whose interval tells something, else the one that can lose least. */
function tellingOf(open: readonly Compared[]): Compared {
  const telling = open.filter(({ comparison: { accuracy } }) => accuracy.high - accuracy.low <= TELLING)
  return cheapest(telling) ?? leastLosing(open)
}

function noneStory(compared: readonly Compared[]): Story {
  const isLost = compared.every(({ comparison }) => comparison.judgement === 'worse')
  return { kind: 'none', nearest: leastLosing(compared), isLost }
}

function leastLosing(compared: readonly Compared[]): Compared {
  const [first] = compared.toSorted((a, b) => b.comparison.accuracy.low - a.comparison.accuracy.low)
  if (first === undefined) throw new Error('nothing was compared')
  return first
}

/** The methods that were compared with a baseline. */
export function comparedIn(reports: readonly NamedReport[], { methods }: FinalStatistics): Compared[] {
  const byKey = new Map(reports.map((report) => [report.key, report]))
  return methods.flatMap(({ key, comparison }): Compared[] => {
    const report = byKey.get(key)
    const baseline = byKey.get(comparison?.baseline ?? '')
    if (comparison === null || report === undefined || baseline === undefined) return []
    const change = baseline.calls === null ? Number.NaN : comparison.calls.value / baseline.calls
    return [{ report, baseline, comparison, change }]
  })
}

/** Whether the statistics show that a method saves calls, and so many that the page writes a percentage above 0. */
function savesCalls({ comparison, change }: Compared): boolean {
  return comparison.calls.high < 0 && change <= -WRITTEN
}

/** Whether a change in calls is written as more calls. */
function isDearer(change: number): boolean {
  return change >= WRITTEN
}

/** The smallest change in calls that a page writes as one. */
const WRITTEN = 0.005

function cheapest(compared: readonly Compared[]): Compared | undefined {
  return compared.toSorted((a, b) => callsOf(a) - callsOf(b))[0]
}

function callsOf({ report }: Compared): number {
  return report.calls ?? Number.POSITIVE_INFINITY
}

/** An evaluation's view with the final intervals of its accuracies, if there are any: one interval for each number. */
export function withIntervals(view: EvaluationView, final: FinalStatistics | null): EvaluationView {
  if (final === null) return view
  const graded = new Map(final.methods.map(({ key, accuracy }) => [key, accuracy.graded]))
  const methods = view.methods.map((report) => ({ ...report, accuracy: graded.get(report.key) ?? report.accuracy }))
  return { ...view, methods }
}

/** How near its first telling brings an accuracy, on each side. */
const USABLE = 0.15

type Limits = Pick<LiveEstimate, 'value' | 'low' | 'high' | 'n'>

/** Whether the limits leave anything out, as they are written: from 0.0 to 100.0 % they say nothing. */
export function saysWhere({ low, high }: Pick<Limits, 'low' | 'high'>): boolean {
  return low >= 0.0005 || high < 0.9995
}

/**
 * What a running accuracy with wide limits still needs, in a few words beside them; null once the limits are useful.
 */
export function wideNeeds(live: Limits, trials: number): string | null {
  if (live.high - live.low <= 2 * USABLE || !saysWhere(live)) return null
  const more = moreNeeded(live, trials)
  return more === null ? null : `≈ ${formatAbout(more)} more for ±${100 * USABLE}`
}

/** What a running accuracy needs before its limits are useful, as the end of a sentence about its method. */
export function liveNeeds(live: Limits, trials: number): string {
  const more = moreNeeded(live, trials)
  if (more === null) return 'comes once all questions are finished'
  return `needs about ${formatAbout(more)} more finished questions for ±${100 * USABLE} points`
}

/** How many more trials; null if only the end brings it. */
function moreNeeded({ value, n }: Limits, trials: number): number | null {
  const share = n === 0 ? 0.5 : Math.min(1, value)
  const more = trialsUntilNarrow(trials, n, share, USABLE)
  return more === null ? null : Math.max(1, more)
}

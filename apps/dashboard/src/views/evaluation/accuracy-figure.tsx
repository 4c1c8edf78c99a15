'use client'

import type { FinalStatistics, MethodCurve } from '@cges-fleet/core'
import { counted, countedOf, inNumber } from '@cges-fleet/core/counted'
import { liveCallsWords, liveTag } from '@cges-fleet/core/live-words'
import { lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from 'react'
import { ChartFigure } from '../../ui/charts/chart-figure'
import type { Linked, OnDrag } from '../../ui/charts/read-out'
import { hasTokens, useCost, useEvenAxis } from '../../ui/charts/choices'
import { drawScatter } from '../../ui/charts/draw-scatter'
import { opensOf } from '../../ui/charts/drawing'
import type { Size } from '../../ui/charts/geometry'
import { parameterText } from '../../ui/charts/parameter-text'
import { banded, type Cost, costOf, costText, frontier, placeable, shownCurves } from '../../ui/charts/scatter-points'
import { formatCalls, formatCount, formatInterval, formatRange, formatShare } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { fetchLater } from '../../ui/shell/fetch-later'
import { OnPaper } from '../../ui/shell/on-paper'
import type { TableText } from '../../ui/table/table-text'
import { withTime } from './statistics/cost-alone'
import { ALL, type Only } from './only'
import { comparedIn, noneIsRight } from './statistics/story'

const NO_CURVES: readonly MethodCurve[] = []

/** Who beats whom was judged by calls. */
const NONE: FinalStatistics['dominated'] = []

interface Props {
  readonly id: string
  readonly reports: readonly NamedReport[]
  /** Null before the evaluation is judged. */
  readonly final: FinalStatistics | null
  /** Links it with the rows of the methods; left out on paper. */
  readonly linked?: Linked
  /** What stands below the chart. */
  readonly children?: ReactNode
}

const ChartChoices = lazy(() =>
  fetchLater(() => import('./chart-choices')).then((loaded) => ({ default: loaded.ChartChoices })),
)

/** Accuracy against calls, tokens or GPU time, as chosen; on paper against the first two. */
export function AccuracyFigure({ reports, ...rest }: Props) {
  const timed = useMemo(() => withTime(reports, rest.final), [reports, rest.final])
  const [only, setOnly] = useState<Only>(ALL)
  const shown = useMemo(() => timed.filter(({ key }) => !only.hidden.has(key)), [timed, only])
  const props = { ...rest, reports: shown, isZoomed: only.isZoomed }
  const chosen = useCost(timed)
  const isEven = useEvenAxis()
  const isKnown = hasTokens(props.reports)
  if (!useContext(OnPaper)) {
    const choice = (
      <span className="chart-choices">
        <Suspense>
          <ChartChoices {...{ all: timed, by: chosen, isEven, only, onOnly: setOnly }} />
        </Suspense>
      </span>
    )
    const onDrag: OnDrag = (...drag) => void import('./chart-choices').then(({ zoom }) => zoom(drag, timed, setOnly))
    return <Against {...props} by={chosen} isEven={isEven} choice={choice} onDrag={onDrag} />
  }
  return (
    <>
      <Against {...props} by="calls" />
      {isKnown ? <Against {...props} by="tokens" /> : null}
    </>
  )
}

interface AgainstProps extends Props {
  readonly by: Cost
  readonly isZoomed: boolean
  readonly onDrag?: OnDrag
  readonly isEven?: boolean
  readonly choice?: ReactNode
}

/** Accuracy against one cost, and what other parameters would have given. */
function Against(props: AgainstProps) {
  const { id, reports, final, by, isZoomed, isEven = false, choice, linked, onDrag, children } = props
  const dominated = by === 'calls' ? (final?.dominated ?? NONE) : NONE
  // Drawn again only if what it shows changes: not while a reader slides.
  const isListed = linked !== undefined
  const draw = useCallback(
    (size: Size) => {
      const opens = opensOf(id, () => ({ verdict: 'resolved' }))
      const shown = {
        reports,
        curves: isZoomed ? NO_CURVES : (final?.curves ?? NO_CURVES),
        by,
        isZoomed,
        isJudged: final !== null,
        dominated,
        opens,
        isEven,
        isListed,
      }
      return drawScatter(shown, size)
    },
    [id, reports, final, by, isZoomed, dominated, isEven, isListed],
  )
  const table = useMemo(() => accuracyTable(reports, final), [reports, final])
  return (
    <ChartFigure
      title={`Accuracy against ${by}`}
      choice={choice}
      finding={accuracyFinding(reports, final, by)}
      height={360}
      draw={draw}
      table={table}
      fills={isListed}
      {...(linked === undefined ? {} : { linked })}
      {...(onDrag === undefined ? {} : { onDrag })}
    >
      {children}
    </ChartFigure>
  )
}

/** A sentence that names more is not read: the table has them all. */
const MOST_NAMED = 2

/**
 * Names the cheapest method at the baseline's accuracy, and the methods that are beaten; while any runs, or before they
 * are judged (`final` null), describes what is shown and that nothing is ranked.
 */
export function accuracyFinding(
  reports: readonly NamedReport[],
  final: FinalStatistics | null,
  by: Cost = 'calls',
): string {
  const points = placeable(reports, by)
  const bands = banded(reports, by)
  const missing = reports.length - points.length - bands.length
  const rest = missing === 0 ? '' : ` ${countedOf(missing, reports.length, 'method')} cannot be placed yet.`
  if (points.length + bands.length === 0) return 'No method has both an accuracy and a cost yet.'
  if (reports.some(({ interim }) => interim)) {
    const hatched = bands.length === 0 ? '' : ' Hatched: all that is possible.'
    if (reports.some(({ live }) => live?.decided === true))
      return `Decided early, nothing is ranked. Hollow marks: estimates for all questions. Dotted bars: their limits.${hatched}${rest}`
    const bars = points.length === 0 ? '' : ' Hollow marks: so far. Dotted bars: where it will end.'
    return `Interim, nothing is ranked.${bars}${hatched}${rest}`
  }
  if (final === null)
    return `Final points with 95% intervals. Nothing is ranked before differences are computed.${rest}`
  if (noneIsRight(reports, final)) return `No method has a right answer: nothing is ranked.${rest}`
  const lines =
    shownCurves(reports, final.curves, by).length === 0
      ? ''
      : ' Lines: the methods at other settings, on the same samples. Picking their best point is hindsight.'
  return `${cheapestText(reports, final, by)}${by === 'calls' ? beatenText(reports, final) : ''}${lines}${rest}`
}

/**
 * The cheapest method that the statistics call better or not inferior; by point values alone if nothing was compared.
 */
function cheapestText(reports: readonly NamedReport[], final: FinalStatistics, by: Cost): string {
  const compared = comparedIn(reports, final)
  const baseline = compared[0]?.baseline
  if (baseline === undefined) {
    const named = frontier(placeable(reports, by)).map(({ report }) => at(report, by))
    const more = Math.max(0, named.length - MOST_NAMED)
    const others = more === 0 ? [] : [`${more} more`]
    return `By point values nothing is both cheaper and more accurate than ${listed([...named.slice(0, MOST_NAMED), ...others])}.`
  }
  const cost = (report: NamedReport) => costOf(report, by) ?? Number.POSITIVE_INFINITY
  const [cheapest] = compared
    .filter(({ comparison: { judgement } }) => judgement === 'better' || judgement === 'non-inferior')
    .map(({ report }) => report)
    .filter((report) => cost(report) < cost(baseline))
    .toSorted((a, b) => cost(a) - cost(b))
  return cheapest === undefined
    ? `No cheaper method is shown to keep the accuracy of ${at(baseline, by)}.`
    : `Cheapest shown to keep the accuracy of ${at(baseline, by)}: ${at(cheapest, by)}.`
}

/** How many methods another is shown to beat, not only by point values, and one of them. */
function beatenText(reports: readonly NamedReport[], { dominated }: FinalStatistics): string {
  const nameOf = (key: string) => reports.find((report) => report.key === key)?.name ?? key
  const [first] = dominated
  if (first === undefined) return ''
  const count = new Set(dominated.map(({ key }) => key)).size
  const pair = `${nameOf(first.key)} by ${nameOf(first.by)}`
  return ` Faint: ${counted(count, 'method')} beaten in accuracy at no more calls (paired 95% intervals)${inNumber(count, ': ', ', such as ')}${pair}.`
}

function at(report: NamedReport, by: Cost): string {
  const cost = costOf(report, by)
  const lines = [
    ...(report.accuracy === null ? [] : [formatShare(report.accuracy.value)]),
    ...(cost === null ? [] : [`at ${costText(cost, by)}`]),
  ]
  return lines.length === 0 ? report.name : `${report.name} (${lines.join(' ')})`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const OPTIMISTIC =
  'Other settings look better than they are: they are judged on the labels you would choose them by. The mean over all calls chooses none.'

/** The data behind the scatter: each method, then every point of its curve. */
export function accuracyTable(reports: readonly NamedReport[], final: FinalStatistics | null): TableText {
  const curves = final?.curves ?? []
  const interim = reports.some((report) => report.interim)
  const isDecided = reports.some(({ live }) => live?.decided === true)
  const rows = reports.map(({ key, name, calls, tokens, accuracy, accuracyBounds, live, interim: running }) => [
    name,
    'as run',
    live !== null ? liveCallsWords(live).phrase : calls === null ? '—' : formatCalls(calls),
    tokens === null ? '—' : formatCount(Math.round(tokens)),
    live !== null
      ? `${liveTag(live)} ${formatShare(live.value)}`
      : accuracy === null
        ? '—'
        : formatShare(accuracy.value),
    live !== null ? formatRange(live) : accuracy === null ? '—' : formatInterval(accuracy),
    running ? formatRange(accuracyBounds) : 'final',
    beatenBy(key, reports, final),
  ])
  const areas = areaRows(reports, curves)
  return {
    columns: [
      'Method',
      'Parameters',
      'Calls per question',
      'Tokens per question',
      'Accuracy',
      isDecided ? 'Limits for all questions' : interim ? 'Will end between' : '95% interval',
      'Hard bounds',
      'Beaten at no more calls by',
    ],
    rows: [...rows, ...areas, ...otherRows(reports, curves)],
    ...(interim
      ? { note: isDecided ? 'Decided early: estimates for all questions.' : 'Interim: not every question is finished.' }
      : areas.length === 0
        ? {}
        : { note: OPTIMISTIC }),
  }
}

/** Which methods are shown to be more accurate and no dearer. */
function beatenBy(key: string, reports: readonly NamedReport[], final: FinalStatistics | null): string {
  if (final === null) return ''
  const winners = final.dominated.filter((each) => each.key === key).map(({ by }) => by)
  const names = reports.filter((report) => winners.includes(report.key)).map(({ name }) => name)
  return names.length === 0 ? 'none shown' : names.join(', ')
}

/** Every point of a curve but the method's own. */
function otherRows(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string[][] {
  return shownCurves(reports, curves).flatMap(({ report, curve }) =>
    curve.points
      .filter(({ at }) => at !== curve.own)
      .map(({ at, calls, tokens, accuracy }) => [
        report.name,
        `had it been ${parameterText(curve.varies, at)}`,
        formatCalls(calls),
        tokens === null ? '—' : formatCount(Math.round(tokens)),
        formatShare(accuracy),
        '',
        '',
        '',
      ]),
  )
}

function areaRows(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string[][] {
  return shownCurves(reports, curves).flatMap(({ report, curve: { area, areaByTokens } }) => {
    const rows = [
      { of: `mean over 1 to ${counted(report.spec.budget, 'call')}`, area },
      { of: `mean over the tokens of 1 to ${counted(report.spec.budget, 'call')}`, area: areaByTokens },
    ]
    return rows.flatMap(({ of, area: found }) =>
      found === null ? [] : [[report.name, of, '', '', formatShare(found.value), formatInterval(found), '', '']],
    )
  })
}

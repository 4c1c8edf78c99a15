'use client'

import type { FinalStatistics, LiveEstimate, MethodCurve } from '@cges-fleet/core'
import { counted, countedOf, inNumber } from '@cges-fleet/core/counted'
import { liveCallsWords } from '@cges-fleet/core/live-words'
import { type ReactNode, useContext } from 'react'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { AxisChoice, CostChoice, hasTokens, useCost, useEvenAxis } from '../../ui/charts/choices'
import { drawScatter, parameterText } from '../../ui/charts/draw-scatter'
import { opensOf } from '../../ui/charts/drawing'
import { banded, type Cost, costText, frontier, placeable, shownCurves } from '../../ui/charts/scatter-points'
import { formatCalls, formatCount, formatInterval, formatRange, formatShare } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { OnPaper } from '../../ui/shell/on-paper'
import type { TableText } from '../../ui/table/table-text'
import { comparedIn } from './statistics/story'

/** Who beats whom was judged by calls. */
const NONE: FinalStatistics['dominated'] = []

interface Props {
  readonly id: string
  readonly reports: readonly NamedReport[]
  /** Null before the evaluation is judged. */
  readonly final: FinalStatistics | null
}

/** Accuracy against calls or tokens, as chosen; on paper against both. */
export function AccuracyFigure(props: Props) {
  const chosen = useCost(props.reports)
  const isEven = useEvenAxis()
  const isKnown = hasTokens(props.reports)
  if (!useContext(OnPaper)) {
    const choice = (
      <span className="chart-choices">
        {isKnown ? <CostChoice by={chosen} /> : null}
        <AxisChoice isEven={isEven} />
      </span>
    )
    return <Against {...props} by={chosen} isEven={isEven} choice={choice} />
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
  readonly isEven?: boolean
  readonly choice?: ReactNode
}

/** Accuracy against one cost, and what other parameters would have given. */
function Against({ id, reports, final, by, isEven = false, choice }: AgainstProps) {
  const dominated = by === 'calls' ? (final?.dominated ?? NONE) : NONE
  const opens = opensOf(id, () => ({ verdict: 'resolved' }))
  return (
    <ChartFigure
      title={`Accuracy against ${by}`}
      choice={choice}
      finding={accuracyFinding(reports, final, by)}
      height={360}
      draw={(size) =>
        drawScatter(
          { reports, curves: final?.curves ?? [], by, isJudged: final !== null, dominated, opens, isEven },
          size,
        )
      }
      table={accuracyTable(reports, final)}
    />
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
    const bars = points.length === 0 ? '' : ' Hollow marks: how it stands so far; dotted bars: where it will end.'
    const hatched = bands.length === 0 ? '' : ' Hatched: all that is possible.'
    return `Interim, nothing is ranked.${bars}${hatched}${rest}`
  }
  if (final === null)
    return `Final points with 95% intervals. Nothing is ranked before differences are computed.${rest}`
  const lines =
    shownCurves(reports, final.curves, by).length === 0
      ? ''
      : ' Lines: each method at other settings, replayed on the same samples; to pick the best point of a line is hindsight.'
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
  const costOf = (report: NamedReport) => report[by] ?? Number.POSITIVE_INFINITY
  const [cheapest] = compared
    .filter(({ comparison: { judgement } }) => judgement === 'better' || judgement === 'non-inferior')
    .map(({ report }) => report)
    .filter((report) => costOf(report) < costOf(baseline))
    .toSorted((a, b) => costOf(a) - costOf(b))
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
  const cost = report[by]
  const told = [
    ...(report.accuracy === null ? [] : [formatShare(report.accuracy.value)]),
    ...(cost === null ? [] : [`at ${costText(cost, by)}`]),
  ]
  return told.length === 0 ? report.name : `${report.name} (${told.join(' ')})`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const OPTIMISTIC =
  'What another parameter would have given is judged on the labels it would be chosen by, and optimistic; for the mean over all calls none is chosen.'

/** The data behind the scatter: each method, then every point of its curve. */
export function accuracyTable(reports: readonly NamedReport[], final: FinalStatistics | null): TableText {
  const curves = final?.curves ?? []
  const interim = reports.some((report) => report.interim)
  const rows = reports.map(({ key, name, calls, tokens, accuracy, accuracyBounds, live, interim: running }) => [
    name,
    'as run',
    live !== null ? liveCalls(live) : calls === null ? '—' : formatCalls(calls),
    tokens === null ? '—' : formatCount(Math.round(tokens)),
    live !== null ? `so far ${formatShare(live.value)}` : accuracy === null ? '—' : formatShare(accuracy.value),
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
      interim ? 'Will end between' : '95% interval',
      'Hard bounds',
      'Beaten at no more calls by',
    ],
    rows: [...rows, ...areas, ...otherRows(reports, curves)],
    ...(interim ? { note: 'Interim: not every trial is closed.' } : areas.length === 0 ? {} : { note: OPTIMISTIC }),
  }
}

function liveCalls(live: LiveEstimate): string {
  const { value, limits } = liveCallsWords(live)
  return `so far ${value}, ${limits}`
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

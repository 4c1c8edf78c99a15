import type { FinalStatistics, MeanEstimate, PairedComparison } from '@cges-fleet/core'
import { liveDifferenceWords } from '@cges-fleet/core/live-words'
import { questionsToKeepUp } from '@cges-fleet/statistics/questions-needed'
import { QuestionsLink } from '../../addresses/questions-link'
import { JudgementWord } from '../../ui/format/judgements'
import { Missing } from '../../ui/format/marks'
import {
  formatAbout,
  formatChange,
  formatCount,
  formatP,
  formatPoints,
  formatPointsInterval,
} from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { LiveFigure } from './figure-cells'

interface Props {
  readonly id: string
  readonly report: NamedReport
  readonly reports: readonly NamedReport[]
  /** The baseline assumed before the statistics name one. */
  readonly expected: NamedReport
  readonly final: FinalStatistics | null
}

/**
 * A method against its baseline, under the method's own row; before it is judged, the same space shows its provisional
 * difference.
 */
export function DeltaRow({ id, report, reports, expected, final }: Props) {
  if (final === null) return <LiveDeltaRow report={report} reports={reports} expected={expected} />
  const method = final.methods.find(({ key }) => key === report.key)
  const comparison = method?.comparison ?? null
  if (comparison === null) return <WaitingRow report={report} expected={expected} state="not compared" />
  const baseline = reports.find(({ key }) => key === comparison.baseline) ?? expected
  const before = final.methods.find(({ key }) => key === comparison.baseline)
  return (
    <tr role="row" className="delta" data-delta={report.key}>
      <DeltaHead report={report} baseline={baseline} />
      <AccuracyDelta comparison={comparison} final={final} />
      <td role="cell" data-cell="delta-cost" colSpan={2} data-label="Calls and tokens">
        <span className="cell-line">
          <Saving name="calls" difference={comparison.calls} before={before?.calls ?? null} />
          <Saving name="tokens" difference={comparison.tokens} before={before?.tokens ?? null} />
        </span>
      </td>
      <td role="cell" data-cell="delta-pairs" data-label="Pairs that differ">
        <Pairs id={id} report={report} comparison={comparison} />
        <HowSure comparison={comparison} margin={final.margin} />
      </td>
    </tr>
  )
}

function AccuracyDelta({
  comparison,
  final,
}: {
  readonly comparison: PairedComparison
  readonly final: FinalStatistics
}) {
  const { accuracy, trials } = comparison
  return (
    <td role="cell" data-cell="delta" data-label="Difference">
      <span className="measure">
        <span className="cell-line" title={`points, of ${trials} pairs`}>
          <span className="value">Δ {formatPoints(accuracy.value)}</span>
          <span className="aside">{formatPointsInterval(accuracy)}</span>
          <JudgementWord comparison={comparison} />
        </span>
        <ForestBar comparison={comparison} margin={final.margin} domain={deltaDomain(final)} />
      </span>
    </td>
  )
}

interface PairsProps {
  readonly id: string
  readonly report: NamedReport
  readonly comparison: PairedComparison
}

/** How many trials one of the two alone has right: all that a difference rests on. */
function Pairs({ id, report: { key: method }, comparison: { baseline: versusMethod, won, lost } }: PairsProps) {
  return (
    <span className="cell-line">
      <span className="aside">
        <QuestionsLink id={id} of={{ method, agreement: 'this', versusMethod }}>
          {formatCount(won)} won
        </QuestionsLink>
      </span>
      <span className="aside">
        <QuestionsLink id={id} of={{ method, agreement: 'other', versusMethod }}>
          {formatCount(lost)} lost
        </QuestionsLink>
      </span>
    </span>
  )
}

function HowSure({ comparison, margin }: { readonly comparison: PairedComparison; readonly margin: number }) {
  const { p, midP, holmP, accuracy, questions, judgement } = comparison
  const more = judgement === 'inconclusive' ? questionsToKeepUp(accuracy, questions, margin) : null
  return (
    <span
      className="aside"
      title={`p of the difference in accuracy, after Holm; unadjusted ${formatP(p)}, mid-p ${formatP(midP)}`}
    >
      p {formatP(holmP)}
      {more === null || more === 0 ? '' : ` · needs ≈ ${formatAbout(more)} more`}
    </span>
  )
}

interface SavingProps {
  readonly name: string
  readonly difference: MeanEstimate | null
  readonly before: MeanEstimate | null
}

function Saving({ name, difference, before }: SavingProps) {
  if (difference === null || before === null || before.value === 0)
    return <Missing why={`${name} were not recorded for every call`} />
  const share = (part: number) => formatChange(part / before.value)
  return (
    <span className="value saving" title={`95% interval ${share(difference.low)} to ${share(difference.high)}`}>
      {share(difference.value)} {name}
    </span>
  )
}

interface DeltaHeadProps {
  readonly report: NamedReport
  readonly baseline: NamedReport
}

/** The heading of a row of differences; by itself it must name both methods. */
function DeltaHead({ report, baseline }: DeltaHeadProps) {
  return (
    <th role="rowheader" scope="row">
      <span className="aside">
        <span className="sr-only">{report.name} </span>against {baseline.name}
      </span>
    </th>
  )
}

interface LiveDeltaRowProps {
  readonly report: NamedReport
  readonly reports: readonly NamedReport[]
  /** The baseline assumed before the statistics name one. */
  readonly expected: NamedReport
}

/**
 * Before methods are judged: a method's difference so far with the limits of its end, or a note that it is still to
 * come.
 */
function LiveDeltaRow({ report, reports, expected }: LiveDeltaRowProps) {
  const difference = report.live?.difference ?? null
  if (difference === null) return <WaitingRow report={report} expected={expected} state={waitingFor(report)} />
  const baseline = reports.find(({ key }) => key === difference.baseline) ?? expected
  const all = reports.flatMap(({ live }) => live?.difference ?? [])
  return (
    <tr role="row" className="delta" data-live-delta={report.key}>
      <DeltaHead report={report} baseline={baseline} />
      <td role="cell" data-cell="delta" data-label="Difference so far, points" className="interim">
        <span className="measure">
          <span className="cell-line" title="points, on the trials closed in order that both have decided">
            <LiveFigure words={liveDifferenceWords(difference)} of="Δ" />
          </span>
          <LiveForestBar difference={difference} domain={reachOf(all, 0.02)} />
        </span>
      </td>
      <td role="cell" data-cell="delta-open" colSpan={3} data-label="Judged">
        <span className="aside">judged once every trial is closed</span>
      </td>
    </tr>
  )
}

function waitingFor({ interim }: NamedReport): string {
  return interim ? 'told once both have decided a trial, judged once every trial is closed' : 'being computed'
}

interface WaitingProps {
  readonly report: NamedReport
  readonly expected: NamedReport
  readonly state: string
}

/** The same space, with the reason why there is no difference yet. */
function WaitingRow({ report, expected, state }: WaitingProps) {
  return (
    <tr role="row" className="delta" data-waiting="">
      <DeltaHead report={report} baseline={expected} />
      <td role="cell" data-cell="delta" colSpan={4}>
        <span className="aside">Δ {state}</span>
      </td>
    </tr>
  )
}

interface ForestBarProps {
  readonly comparison: PairedComparison
  readonly margin: number
  /** Half the width of the scale all rows share. */
  readonly domain: number
}

/** A difference and its interval on the scale all rows share, with 0 and the loss one is ready for. */
function ForestBar({ comparison: { accuracy, judgement }, margin, domain }: ForestBarProps) {
  const at = (difference: number) => Math.min(100, Math.max(0, 50 + (50 * difference) / domain))
  const { value, low, high } = accuracy
  return (
    <span className={`forest judgement-${judgement}`} aria-hidden="true">
      <span className="forest-tolerated" style={{ left: `${at(-margin)}%`, width: `${at(0) - at(-margin)}%` }} />
      <span className="forest-zero" style={{ left: '50%' }} />
      <span className="forest-interval" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <span className="forest-value" style={{ left: `${at(value)}%` }} />
    </span>
  )
}

interface LiveForestBarProps {
  readonly difference: MeanEstimate
  /** Half the width of the scale all rows share. */
  readonly domain: number
}

/** A running difference and the limits of its end: dotted and hollow, as no judged one is. */
function LiveForestBar({ difference: { value, low, high }, domain }: LiveForestBarProps) {
  const at = (difference: number) => Math.min(100, Math.max(0, 50 + (50 * difference) / domain))
  return (
    <span className="forest forest-live" aria-hidden="true">
      <span className="forest-zero" style={{ left: '50%' }} />
      <span className="forest-interval" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <span className="forest-value" style={{ left: `${at(value)}%` }} />
    </span>
  )
}

/** The range of differences every row shares: as far to the left as to the right of 0, and both margins in it. */
export function deltaDomain({ methods, margin }: FinalStatistics): number {
  const found = methods.flatMap(({ comparison }) => (comparison === null ? [] : [comparison.accuracy]))
  return reachOf(found, 2 * margin)
}

/** How far the widest of some differences reaches from 0, at the least so far, with some room beyond. */
function reachOf(differences: readonly MeanEstimate[], least: number): number {
  const ends = differences.flatMap(({ low, high, value }) => [low, high, value])
  return Math.max(least, ...ends.map((end) => Math.abs(end))) * 1.05
}

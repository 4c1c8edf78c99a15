import type { FinalStatistics, MeanEstimate, PairedComparison } from '@cges-fleet/core'
import { questionsToKeepUp } from '@cges-fleet/statistics/questions-needed'
import type { NamedReport } from '../families/name-methods'
import { formatAbout } from '../format/format-about'
import { formatChange } from '../format/format-change'
import { formatCount } from '../format/format-count'
import { formatP } from '../format/format-p'
import { formatPoints, formatPointsInterval } from '../format/format-points'
import { Missing } from '../frame/missing'
import { QuestionsLink } from '../questions/questions-link'
import { deltaDomain } from './delta-domain'
import { DeltaHead } from './delta-head'
import { ForestBar } from './forest-bar'
import { JudgementWord } from './judgement-word'
import { LiveDeltaRow, WaitingRow } from './live-delta-row'

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

import type { FinalStatistics, MeanEstimate, PairedComparison } from '@cges-fleet/core'
import { questionsToKeepUp } from '@cges-fleet/statistics/questions-needed'
import type { NamedReport } from '../families/name-methods'
import { formatAbout } from '../format/format-about'
import { formatChange } from '../format/format-change'
import { formatP } from '../format/format-p'
import { formatPoints, formatPointsInterval } from '../format/format-points'
import { Missing } from '../frame/missing'
import { deltaDomain } from './delta-domain'
import { ForestBar } from './forest-bar'
import { JudgementWord } from './judgement-word'

interface Props {
  readonly report: NamedReport
  readonly reports: readonly NamedReport[]
  /** What it is compared with before the statistics say so. */
  readonly expected: NamedReport
  readonly final: FinalStatistics | null
}

/** A method against its baseline, under the method's own row; before it is judged the same room says that it will be. */
export function DeltaRow({ report, reports, expected, final }: Props) {
  const method = final?.methods.find(({ key }) => key === report.key)
  const comparison = method?.comparison ?? null
  if (final === null || method === undefined || comparison === null)
    return <WaitingRow expected={expected} state={final !== null ? 'not compared' : waitingFor(report)} />
  const baseline = reports.find(({ key }) => key === comparison.baseline) ?? expected
  const before = final.methods.find(({ key }) => key === comparison.baseline)
  return (
    <tr role="row" className="delta" data-delta={method.key}>
      <th role="rowheader" scope="row">
        <span className="aside">against {baseline.name}</span>
      </th>
      <AccuracyDelta comparison={comparison} final={final} />
      <td role="cell" data-cell="delta-calls" data-label="Calls">
        <Saving name="calls" difference={comparison.calls} before={before?.calls ?? null} />
      </td>
      <td role="cell" data-cell="delta-cost" data-label="Tokens">
        <Saving name="tokens" difference={comparison.tokens} before={before?.tokens ?? null} />
      </td>
      <td role="cell" data-cell="delta-p" data-label="How sure">
        <HowSure comparison={comparison} margin={final.margin} />
      </td>
    </tr>
  )
}

function waitingFor({ interim }: NamedReport): string {
  return interim ? 'judged once every trial is closed' : 'being computed'
}

function WaitingRow({ expected, state }: { readonly expected: NamedReport; readonly state: string }) {
  return (
    <tr role="row" className="delta" data-waiting="">
      <th role="rowheader" scope="row">
        <span className="aside">against {expected.name}</span>
      </th>
      <td role="cell" data-cell="delta" colSpan={4}>
        <span className="aside">Δ {state}</span>
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
  const { accuracy, won, lost, trials } = comparison
  return (
    <td role="cell" data-cell="delta" data-label="Difference">
      <span className="measure">
        <span className="cell-line" title={`points; of ${trials} pairs, ${won} won and ${lost} lost`}>
          <span className="value">Δ {formatPoints(accuracy.value)}</span>
          <span className="aside">{formatPointsInterval(accuracy)}</span>
          <JudgementWord comparison={comparison} />
        </span>
        <ForestBar comparison={comparison} margin={final.margin} domain={deltaDomain(final)} />
      </span>
    </td>
  )
}

function HowSure({ comparison, margin }: { readonly comparison: PairedComparison; readonly margin: number }) {
  const { p, midP, holmP, accuracy, questions, judgement } = comparison
  const more = judgement === 'inconclusive' ? questionsToKeepUp(accuracy, questions, margin) : null
  return (
    <span
      className="aside"
      title={`unadjusted p ${formatP(p)}, mid-p ${formatP(midP)}; about how many more questions would show that it keeps up`}
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

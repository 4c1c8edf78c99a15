import type { MeanEstimate, MethodStatistics, PairedComparison } from '@cges-fleet/core'
import { formatP } from '../format/format-p'
import { formatPoints, formatPointsInterval, signed } from '../format/format-points'
import { formatChange } from '../format/format-change'
import { ForestBar } from './forest-bar'
import { JudgementWord } from './judgement-word'

interface Props {
  readonly method: MethodStatistics
  readonly comparison: PairedComparison
  readonly baseline: { readonly name: string; readonly statistics: MethodStatistics | undefined }
  readonly scale: { readonly margin: number; readonly domain: number }
}

/** A method against its baseline, under the method's own row: the word, the difference, what it saves, how sure. */
export function DeltaRow({ method, comparison, baseline, scale }: Props) {
  const { accuracy, calls, holmP, p, midP, won, lost, trials } = comparison
  return (
    <tr role="row" className="delta" data-delta={method.key}>
      <th role="rowheader" scope="row">
        <JudgementWord word={comparison.judgement} />
        <span className="aside"> against {baseline.name}</span>
      </th>
      <td role="cell" data-cell="delta" data-label="Difference">
        <span className="measure">
          <span className="cell-line" title={`of ${trials} pairs, ${won} won and ${lost} lost`}>
            <span className="value">Δ {formatPoints(accuracy.value)}</span>
            <span className="aside">{formatPointsInterval(accuracy)} points</span>
          </span>
          <ForestBar comparison={comparison} {...scale} />
        </span>
      </td>
      <td role="cell" data-cell="delta-calls" data-label="Calls">
        <span className="value">{signed(calls.value.toFixed(2))}</span>{' '}
        <span className="aside">
          [{signed(calls.low.toFixed(2))}, {signed(calls.high.toFixed(2))}]
        </span>
      </td>
      <td role="cell" data-cell="delta-cost" data-label="Tokens and GPU time">
        <Saving name="tokens" difference={comparison.tokens} before={baseline.statistics?.tokens ?? null} />
        <Saving name="GPU-s" difference={comparison.gpuSeconds} before={baseline.statistics?.gpuSeconds ?? null} />
      </td>
      <td role="cell" data-cell="delta-p" data-label="After Holm">
        <span className="aside" title={`unadjusted p ${formatP(p)}, mid-p ${formatP(midP)}`}>
          p {formatP(holmP)}
        </span>
      </td>
    </tr>
  )
}

interface SavingProps {
  readonly name: string
  readonly difference: MeanEstimate | null
  readonly before: MeanEstimate | null
}

function Saving({ name, difference, before }: SavingProps) {
  if (difference === null || before === null || before.value === 0) return null
  const share = (part: number) => formatChange(part / before.value)
  return (
    <span className="aside saving" title={`95% interval ${share(difference.low)} to ${share(difference.high)}`}>
      {share(difference.value)} {name}
    </span>
  )
}

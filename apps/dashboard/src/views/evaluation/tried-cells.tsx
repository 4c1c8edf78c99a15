import type { CurvePoint } from '@cges-fleet/core'
import { formatCalls, formatChange, formatCount, formatPoints, formatShare } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { ShareBar } from './share-bar'

/** A method at another value of its setting, replayed on the stored samples. */
export interface Tried {
  readonly key: string
  /** The setting and its value, such as `γ .95`. */
  readonly words: string
  readonly point: CurvePoint
}

interface Props {
  readonly id: string
  readonly report: NamedReport
  readonly baseline: NamedReport | null
  readonly tried: Tried
  readonly domain: readonly [number, number]
}

/** A method's figures at a setting that is being tried: marked as such, without intervals, since nothing of it is judged. */
export function TriedCells({ report, baseline, tried: { words, point }, domain }: Props) {
  const { accuracy, calls, tokens } = point
  const at = { value: accuracy, low: accuracy, high: accuracy, n: report.resolved }
  const before = baseline?.key === report.key ? null : baseline
  const difference = before?.accuracy == null ? null : accuracy - before.accuracy.value
  const saved = before?.calls == null ? null : 1 - calls / before.calls
  return (
    <>
      <td role="cell" data-cell="accuracy" data-label="Accuracy" className="interim">
        <span className="cell-line">
          <span className="value">{formatShare(accuracy)}</span>
          <span className="tag">{words}</span>
          <ShareBar report={{ ...report, accuracy: at }} domain={domain} />
        </span>
        <span className="cell-line aside">what if</span>
      </td>
      <td role="cell" data-cell="delta" data-label="Difference, points" className="interim">
        <span className="cell-line">
          <span className="value">{difference === null ? '' : `Δ ${formatPoints(difference)}`}</span>
        </span>
        <span className="cell-line aside">{difference === null ? '' : 'not judged'}</span>
      </td>
      <td role="cell" data-cell="calls" data-label="Calls a question" className="interim">
        <span className="cell-line">
          <span className="value">{formatCalls(calls)}</span>
        </span>
        <span className="cell-line aside">{tokens === null ? '' : `${formatCount(Math.round(tokens))} tokens`}</span>
      </td>
      <td role="cell" data-cell="saved" data-label="Calls saved" className="interim">
        <span className="cell-line">
          <span className="value">{saved === null ? '' : formatChange(saved).replace('+', '')}</span>
        </span>
      </td>
      <td role="cell" data-cell="questions" data-label="Questions" className="interim">
        <span className="cell-line aside">{formatCount(Math.round((1 - accuracy) * report.resolved))} wrong</span>
      </td>
    </>
  )
}

import type { MethodReport } from '@cges-fleet/core'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { Missing } from '../frame/missing'

/** What a method is charged per question, as if it ran alone. */
export function CallsCell({ report, isBest }: { readonly report: MethodReport; readonly isBest: boolean }) {
  const { calls, callsBounds, interim, rankingCalls, tokens } = report
  return (
    <td
      role="cell"
      data-cell="calls"
      data-label="Calls a question"
      className={interim ? 'interim' : isBest ? 'best' : ''}
    >
      <span className="cell-line">
        <span className="value">
          {calls === null ? <Missing why="there is no estimate yet" /> : formatCalls(calls)}
        </span>
        {interim && callsBounds.low < callsBounds.high ? (
          <span className="aside" title="calls per question cannot end outside these">
            {formatCalls(callsBounds.low)} to {formatCalls(callsBounds.high)}
          </span>
        ) : null}
        {tokens === null ? null : (
          <span className="aside" title="generated in these calls, per question">
            {formatCount(Math.round(tokens))} tokens
          </span>
        )}
        {rankingCalls === 0 ? null : (
          <span className="aside" title="calls spent on ranking the questions by difficulty, in all">
            and {formatCount(rankingCalls)} to rank
          </span>
        )}
      </span>
    </td>
  )
}

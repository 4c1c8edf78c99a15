import { liveTag } from '@cges-fleet/core/live-words'
import { Missing } from '../../ui/format/marks'
import { formatBetween, formatCalls } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'

/** A method's accuracy and calls on a benchmark where they are estimates, never in the words of a final figure. */
export function InterimCell({ report: { live, accuracyBounds, calls } }: { readonly report: NamedReport }) {
  return (
    <>
      <td className="number interim">
        {live === null ? null : (
          <>
            {liveTag(live)} {(100 * live.value).toFixed(1)}
          </>
        )}
        <span className="under">
          {live?.decided === true
            ? `${formatBetween(live)} for all questions`
            : `will end ${formatBetween(live ?? accuracyBounds)}`}
        </span>
      </td>
      <td className="number interim">
        {calls === null ? <Missing why="there is no estimate yet" /> : `about ${formatCalls(calls)}`}
      </td>
    </>
  )
}

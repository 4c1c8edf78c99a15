import type { MethodReport } from '@cges-fleet/core'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'
import { ShareBar } from './share-bar'

interface Props {
  readonly report: MethodReport
  readonly domain: readonly [number, number]
}

const WHY = 'an accuracy “if stopped now” needs an answer to lead in every trial; until then there are only bounds'

/** A method's accuracy: final and solid, or interim with what it cannot leave. */
export function AccuracyCell({ report, domain }: Props) {
  const { accuracy, accuracyBounds, interim } = report
  return (
    <td role="cell" data-cell="accuracy" data-label="Accuracy" className={interim ? 'interim' : ''}>
      <span className="measure">
        <span className="cell-line">
          {interim ? <span className="tag">interim</span> : null}
          <span className="value" title={interim ? 'if stopped now' : undefined}>
            {accuracy === null ? <Missing why={WHY} /> : formatShare(accuracy.value)}
          </span>
          <span className="aside">{accuracy === null ? formatRange(accuracyBounds) : formatInterval(accuracy)}</span>
        </span>
        <ShareBar report={report} domain={domain} />
      </span>
    </td>
  )
}

import type { MethodReport } from '@cges-fleet/core'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'
import { QuestionsLink } from '../questions/questions-link'
import { LiveAccuracy } from './live-accuracy'
import { ShareBar } from './share-bar'

interface Props {
  readonly id: string
  readonly report: MethodReport
  readonly domain: readonly [number, number]
  readonly isBest: boolean
}

const WHY = 'no trial at the front of the random order is closed yet; until then there are only bounds'

/** A method's accuracy: final; or so far, with an estimate of its end; or interim, with its hard bounds. */
export function AccuracyCell({ id, report, domain, isBest }: Props) {
  const { live, interim } = report
  return (
    <td role="cell" data-cell="accuracy" data-label="Accuracy" className={interim ? 'interim' : isBest ? 'best' : ''}>
      <span className="measure">
        <span className="cell-line">
          {live === null ? (
            <Accuracy id={id} report={report} />
          ) : (
            <LiveAccuracy live={live} trials={report.trials} linked={{ id, method: report.key }} />
          )}
        </span>
        <ShareBar report={report} domain={domain} />
      </span>
    </td>
  )
}

function Accuracy({ id, report: { key, accuracy, accuracyBounds, interim } }: Pick<Props, 'id' | 'report'>) {
  return (
    <>
      {interim ? <span className="tag">interim</span> : null}
      <span className="value" title={interim ? 'if stopped now' : undefined}>
        {accuracy === null ? (
          <Missing why={WHY} />
        ) : (
          <QuestionsLink id={id} of={{ method: key, verdict: 'correct' }}>
            {formatShare(accuracy.value)}
          </QuestionsLink>
        )}
      </span>
      <span className="aside">{accuracy === null ? formatRange(accuracyBounds) : formatInterval(accuracy)}</span>
    </>
  )
}

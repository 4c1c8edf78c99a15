import { liveCallsWords, liveTag } from '@cges-fleet/core/live-words'
import { failedTrials } from '@cges-fleet/core/status-words'
import { QuestionsLink } from '../../addresses/questions-link'
import { Missing } from '../../ui/format/marks'
import { formatCalls, formatCount, formatInterval, formatRange, formatShare } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { Lines } from './cell-lines'
import { ShareBar } from './share-bar'
import { liveNeeds, saysWhere } from './statistics/story'

interface CellProps {
  readonly id: string
  readonly report: NamedReport
}

interface FigureCellProps extends CellProps {
  readonly isBest: boolean
}

/** Nothing of a method of which trials failed is the best of anything. */
function lookOf({ interim, blocked }: NamedReport, isBest: boolean): string {
  return interim ? 'interim' : isBest && blocked === 0 ? 'best' : ''
}

const WHY = 'not known until the first question of the random order is finished; only bounds are'
const WHOLE_RUN = 'opens every question it has right so far, also later ones of the random order'

/** A method's accuracy: final; or so far or decided, with an estimate for all questions; or interim, with its hard bounds. */
export function AccuracyCell({
  id,
  report,
  domain,
  isBest,
}: FigureCellProps & { readonly domain: readonly [number, number] }) {
  const { key, live, interim } = report
  const value = live === null ? (report.accuracy?.value ?? null) : live.n === 0 ? null : live.value
  return (
    <td role="cell" data-cell="accuracy" data-label="Accuracy" className={lookOf(report, isBest)}>
      <Lines
        first={
          <>
            <span className="value" title={interim && live === null ? 'if stopped now' : undefined}>
              {value === null ? (
                <Missing why={WHY} />
              ) : (
                <QuestionsLink
                  id={id}
                  of={{ method: key, verdict: 'correct' }}
                  {...(live === null ? {} : { title: WHOLE_RUN })}
                >
                  {formatShare(value)}
                </QuestionsLink>
              )}
            </span>
            <When report={report} />
            <ShareBar report={report} domain={domain} />
          </>
        }
        second={<AccuracyLimits report={report} />}
      />
    </td>
  )
}

/** Marks a figure that is not final in words, not by its look alone. */
function When({ report: { live, interim } }: Pick<CellProps, 'report'>) {
  if (live !== null) return <span className="tag">{liveTag(live)}</span>
  return interim ? <span className="tag">interim</span> : null
}

function AccuracyLimits({ report }: Pick<CellProps, 'report'>) {
  const { live, accuracy, accuracyBounds, interim, trials, resolved } = report
  if (live !== null) {
    const ends = `${live.decided ? '' : 'ends '}${formatRange(live)}%`
    return <span>{saysWhere(live) ? ends : liveNeeds(live, trials)}</span>
  }
  if (accuracy === null) return <span>{formatRange(accuracyBounds)}</span>
  const failed = interim ? null : failedTrials(report)
  return (
    <>
      <span>{formatInterval(accuracy)}</span>
      {failed === null ? null : (
        <span className="warn" title={failed}>
          of {formatCount(resolved)}
        </span>
      )}
    </>
  )
}

/** A method's charge per question, as if it ran alone. */
export function CallsCell({ id, report, isBest }: FigureCellProps) {
  const { key, live, calls, callsBounds, interim, tokens, rankingCalls } = report
  const spent = [
    ...(tokens === null ? [] : [`${formatCount(Math.round(tokens))} tokens`]),
    ...(rankingCalls === 0 ? [] : [`and ${formatCount(rankingCalls)} to rank`]),
  ].join(' ')
  const range = interim && callsBounds.low < callsBounds.high
  return (
    <td role="cell" data-cell="calls" data-label="Calls a question" className={lookOf(report, isBest)}>
      {live === null ? (
        <Lines
          first={
            <span className="value">
              {calls === null ? (
                <Missing why="there is no estimate yet" />
              ) : (
                <QuestionsLink
                  id={id}
                  of={{ method: key, verdict: 'resolved' }}
                  title="the calls of each of its questions"
                >
                  {formatCalls(calls)}
                </QuestionsLink>
              )}
            </span>
          }
          second={<span>{range ? `${formatCalls(callsBounds.low)} to ${formatCalls(callsBounds.high)}` : spent}</span>}
        />
      ) : (
        <Lines
          first={<span className="value">{liveCallsWords(live).value}</span>}
          second={<span>{liveCallsWords(live).ends}</span>}
        />
      )}
    </td>
  )
}

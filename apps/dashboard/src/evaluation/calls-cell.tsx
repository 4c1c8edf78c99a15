import type { MethodReport } from '@cges-fleet/core'
import { liveCallsWords } from '@cges-fleet/core/live-words'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { Missing } from '../frame/missing'
import { QuestionsLink } from '../questions/questions-link'
import { LiveFigure } from './live-figure'

interface Props {
  readonly id: string
  readonly report: MethodReport
  readonly isBest: boolean
}

/** A method's charge per question, as if it ran alone. */
export function CallsCell({ id, report, isBest }: Props) {
  const { interim, rankingCalls, tokens } = report
  return (
    <td
      role="cell"
      data-cell="calls"
      data-label="Calls a question"
      className={interim ? 'interim' : isBest ? 'best' : ''}
    >
      <span className="cell-line">
        <CallsFigure report={report} linked={{ id, method: report.key }} />
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

interface FigureProps {
  readonly report: MethodReport
  /** The evaluation and method whose questions the figure links to; no link unless given. */
  readonly linked?: { readonly id: string; readonly method: string }
}

const EACH = 'the calls of each of its questions'

/**
 * Calls per question: final; while it runs so far, with an estimate; before any trial is closed in order, only an
 * estimate.
 */
export function CallsFigure({ report: { live, calls, callsBounds, interim }, linked }: FigureProps) {
  if (live !== null) return <LiveFigure words={liveCallsWords(live)} />
  return (
    <>
      <span className="value">
        {calls === null ? (
          <Missing why="there is no estimate yet" />
        ) : linked === undefined ? (
          formatCalls(calls)
        ) : (
          <QuestionsLink id={linked.id} of={{ method: linked.method }} title={EACH}>
            {formatCalls(calls)}
          </QuestionsLink>
        )}
      </span>
      {interim && callsBounds.low < callsBounds.high ? (
        <span className="aside" title="calls per question cannot end outside these">
          {formatCalls(callsBounds.low)} to {formatCalls(callsBounds.high)}
        </span>
      ) : null}
    </>
  )
}

import type { LiveEstimate, MethodReport } from '@cges-fleet/core'
import { liveCallsWords, type LiveWords, liveWords } from '@cges-fleet/core/live-words'
import { Missing } from '../../ui/format/marks'
import { formatCalls, formatCount } from '../../ui/format/numbers'
import { liveNeeds, saysWhere, wideNeeds } from '../evaluation/statistics/story'

interface LiveAccuracyProps {
  readonly live: LiveEstimate
  readonly trials: number
}

/** An accuracy that is an estimate, worded unlike any final one: its value so far, or decided, and its limits. */
export function LiveAccuracy({ live, trials }: LiveAccuracyProps) {
  const { value, low, high, n, decided } = live
  const needs = wideNeeds(live, trials)
  const [so = '', from = '', to] = [value, low, high].map((share) => (100 * share).toFixed(1))
  const { tag, limits } = liveWords(decided, so, { low: from, high: `${to}%` })
  return (
    <>
      <span className="tag">{tag}</span>
      <span className="value">{n === 0 ? <Missing why="none of the first questions has a verdict" /> : `${so}%`}</span>
      <span className="aside" title="the first questions in random order, all finished">
        {formatCount(n)} of {formatCount(trials)}
      </span>
      {needs === null ? null : (
        <span className="aside" title="about how many more must finish until it is known to within 15 points">
          {needs}
        </span>
      )}
      <span className="aside">{saysWhere(live) ? limits : liveNeeds(live, trials)}</span>
    </>
  )
}

interface FigureProps {
  readonly report: MethodReport
}

/**
 * Calls per question: final; while it runs so far, with an estimate; before any trial is closed in order, only an
 * estimate.
 */
export function CallsFigure({ report: { live, calls, callsBounds, interim } }: FigureProps) {
  if (live !== null) return <LiveFigure words={liveCallsWords(live)} />
  return (
    <>
      <span className="value">{calls === null ? <Missing why="there is no estimate yet" /> : formatCalls(calls)}</span>
      {interim && callsBounds.low < callsBounds.high ? (
        <span className="aside" title="calls per question cannot end outside these">
          {formatCalls(callsBounds.low)} to {formatCalls(callsBounds.high)}
        </span>
      ) : null}
    </>
  )
}

interface LiveFigureProps {
  readonly words: LiveWords
}

/** An estimated figure, worded unlike any final one. */
function LiveFigure({ words: { tag, value, limits } }: LiveFigureProps) {
  return (
    <>
      <span className="tag">{tag}</span>
      <span className="value">{value}</span>
      <span className="aside">{limits}</span>
    </>
  )
}

import type { LiveEstimate, MethodReport } from '@cges-fleet/core'
import { liveCallsWords, type LiveWords, savedShown } from '@cges-fleet/core/live-words'
import { failedTrials } from '@cges-fleet/core/status-words'
import { useId } from 'react'
import { QuestionsLink } from '../../addresses/questions-link'
import { Missing } from '../../ui/format/marks'
import { formatCalls, formatCount, formatInterval, formatRange, formatShare } from '../../ui/format/numbers'
import { liveNeeds, saysWhere, wideNeeds } from './statistics/story'

interface Props {
  readonly id: string
  readonly report: MethodReport
  readonly domain: readonly [number, number]
  readonly isBest: boolean
}

/** Nothing of a method of which trials failed is the best of anything. */
function lookOf({ interim, blocked }: MethodReport, isBest: boolean): string {
  return interim ? 'interim' : isBest && blocked === 0 ? 'best' : ''
}

const WHY = 'no trial at the front of the random order is closed yet; until then there are only bounds'

/** A method's accuracy: final; or so far, with an estimate of its end; or interim, with its hard bounds. */
export function AccuracyCell({ id, report, domain, isBest }: Props) {
  const { live } = report
  return (
    <td role="cell" data-cell="accuracy" data-label="Accuracy" className={lookOf(report, isBest)}>
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

function Accuracy({ id, report }: Pick<Props, 'id' | 'report'>) {
  const { key, accuracy, accuracyBounds, interim } = report
  const failed = interim ? null : failedTrials(report)
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
      {failed === null ? null : <span className="aside warn">{failed}</span>}
    </>
  )
}

interface LiveAccuracyProps {
  readonly live: LiveEstimate
  readonly trials: number
  /** The evaluation and method whose questions the figure links to; no link unless given. */
  readonly linked?: { readonly id: string; readonly method: string }
}

const WHOLE_RUN = 'all that it has right in the whole run so far, also beyond the first trials of the order'

/** An accuracy while it runs, worded unlike any final one: its value so far, and the limits of its end. */
export function LiveAccuracy({ live, trials, linked }: LiveAccuracyProps) {
  const { value, low, high, n } = live
  const needs = wideNeeds(live, trials)
  const [so, from, to] = [value, low, high].map((share) => (100 * share).toFixed(1))
  return (
    <>
      <span className="tag">so far</span>
      <span className="value">
        {n === 0 ? (
          <Missing why="none of the first trials has a verdict" />
        ) : linked === undefined ? (
          `${so}%`
        ) : (
          <QuestionsLink id={linked.id} of={{ method: linked.method, verdict: 'correct' }} title={WHOLE_RUN}>
            {so}%
          </QuestionsLink>
        )}
      </span>
      <span className="aside" title="the first trials of a random order, all of them closed">
        {formatCount(n)} of {formatCount(trials)}
      </span>
      {needs === null ? null : (
        <span className="aside" title="about how many more must close until it is known to 15 points on either side">
          {needs}
        </span>
      )}
      <span className="aside">{saysWhere(live) ? `will end between ${from} and ${to}%` : liveNeeds(live, trials)}</span>
    </>
  )
}

interface ShareBarProps {
  readonly report: MethodReport
  readonly domain: readonly [number, number]
}

/**
 * An accuracy on the scale all rows share: hard bounds as a light bar while interim, the estimate's limits or the
 * interval, the value.
 */
function ShareBar({ report: { accuracy, accuracyBounds, interim, live }, domain: [low, high] }: ShareBarProps) {
  const hatch = useId()
  const shown = live ?? accuracy
  const at = (share: number) => Math.min(100, Math.max(0, (100 * (share - low)) / (high - low)))
  const span = (from: number, to: number) => ({ x: `${at(from)}%`, width: `${at(to) - at(from)}%` })
  return (
    <svg className="share-bar" aria-hidden="true">
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect className="hatch" width={3} height={6} />
      </pattern>
      <rect className="bar-scale" x="0" width="100%" y={5.5} height={1} />
      {interim ? (
        <rect {...span(accuracyBounds.low, accuracyBounds.high)} y={1.5} height={9} fill={`url(#${hatch})`} />
      ) : null}
      {shown === null ? null : (
        <>
          {live === null ? (
            <rect className="bar-interval" {...span(shown.low, shown.high)} y={4.5} height={3} />
          ) : (
            <line className="bar-live" x1={`${at(shown.low)}%`} x2={`${at(shown.high)}%`} y1={6} y2={6} />
          )}
          <circle className={interim ? 'bar-value interim' : 'bar-value'} cx={`${at(shown.value)}%`} cy={6} r={4.5} />
        </>
      )}
    </svg>
  )
}

interface CallsCellProps {
  readonly id: string
  readonly report: MethodReport
  readonly isBest: boolean
}

/** A method's charge per question, as if it ran alone. */
export function CallsCell({ id, report, isBest }: CallsCellProps) {
  const { rankingCalls, tokens } = report
  return (
    <td role="cell" data-cell="calls" data-label="Calls a question" className={lookOf(report, isBest)}>
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

/** The share of its own budget that a method saves, of how many: beside calls against the baseline it would contradict them. */
export function SavedCell({ report }: { readonly report: MethodReport }) {
  const { interim, spec } = report
  const saved = savedShown(report)
  return (
    <td role="cell" data-cell="saved" data-label="Calls saved" className={interim ? 'interim' : ''}>
      <span className="cell-line">
        <span className="value">
          {saved === null ? <Missing why="there is no estimate yet" /> : formatShare(saved)}
        </span>
        <span className="aside">of its {formatCount(spec.budget)}</span>
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

interface LiveFigureProps {
  readonly words: LiveWords
  /** Written before the value, such as `Δ`. */
  readonly of?: string
}

/** A figure while it runs, worded unlike any final one: its value so far, and the limits of its end. */
export function LiveFigure({ words: { value, limits }, of }: LiveFigureProps) {
  return (
    <>
      <span className="tag">so far</span>
      <span className="value">
        {of === undefined ? '' : `${of} `}
        {value}
      </span>
      <span className="aside">{limits}</span>
    </>
  )
}

import type { LiveEstimate } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { Missing } from '../frame/missing'
import { QuestionsLink } from '../questions/questions-link'
import { liveNeeds, saysWhere, wideNeeds } from './live-needs'

interface Props {
  readonly live: LiveEstimate
  readonly trials: number
  /** The evaluation and method whose questions the figure links to; no link unless given. */
  readonly linked?: { readonly id: string; readonly method: string }
}

const WHOLE_RUN = 'all that it has right in the whole run so far, also beyond the first trials of the order'

/** An accuracy while it runs, worded unlike any final one: its value so far, and the limits of its end. */
export function LiveAccuracy({ live, trials, linked }: Props) {
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

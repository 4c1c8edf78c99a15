import type { LiveEstimate } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { Missing } from '../frame/missing'
import { liveNeeds, saysWhere } from './live-needs'

interface Props {
  readonly live: LiveEstimate
  readonly trials: number
}

/** An accuracy while it runs, in words that no final one has: how it stands, and where it will end. */
export function LiveAccuracy({ live, trials }: Props) {
  const { value, low, high, n } = live
  const [so, from, to] = [value, low, high].map((share) => (100 * share).toFixed(1))
  return (
    <>
      <span className="tag">so far</span>
      <span className="value">{n === 0 ? <Missing why="none of the first trials has a verdict" /> : `${so}%`}</span>
      <span className="aside" title="the first trials of a random order, all of them closed">
        {formatCount(n)} of {formatCount(trials)}
      </span>
      <span className="aside">{saysWhere(live) ? `will end between ${from} and ${to}%` : liveNeeds(live, trials)}</span>
    </>
  )
}

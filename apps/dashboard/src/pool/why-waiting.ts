import type { PoolShares, QueueDepth } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatShare } from '../format/format-share'

/** Says in a sentence why the reader's own work waits in a pool, or that it does not. */
export function whyWaiting({ slots, teams }: PoolShares, depth: QueueDepth | null): string {
  if (depth?.paused === true) return 'The pool is paused: nothing is drawn until whoever runs it lets it go on.'
  const own = teams.find((team) => team.own)
  if (own === undefined) return 'Your team has nothing running here.'
  if (slots === 0) return 'No worker is ready: your samples wait for one.'
  if (own.waiting + own.backlog === 0)
    return `All that your team can draw here now is in flight: ${formatCount(own.active)} samples.`
  if (teams.length === 1) return `All ${formatCount(slots)} slots are your team’s; what waits, waits for them.`
  const share = own.share === null ? '' : ` and has ${formatShare(own.share)} of what is in flight`
  return `Your team shares ${formatCount(slots)} slots with others: its weight entitles it to ${formatShare(own.entitlement)}${share}.`
}

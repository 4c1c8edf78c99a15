import type { LiveEstimate } from '@cges-fleet/core'
import { trialsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import { formatAbout } from '../format/format-about'

/** How near its first telling brings an accuracy, on each side. */
const USABLE = 0.15

type Limits = Pick<LiveEstimate, 'value' | 'low' | 'high' | 'n'>

/** Whether the limits leave anything out, as they are written: from 0.0 to 100.0 % they say nothing. */
export function saysWhere({ low, high }: Pick<Limits, 'low' | 'high'>): boolean {
  return low >= 0.0005 || high < 0.9995
}

/**
 * What a running accuracy with wide limits still needs, in a few words beside them; null once the limits are useful.
 */
export function wideNeeds(live: Limits, trials: number): string | null {
  if (live.high - live.low <= 2 * USABLE || !saysWhere(live)) return null
  const more = moreNeeded(live, trials)
  return more === null ? null : `≈ ${formatAbout(more)} more for ±${100 * USABLE}`
}

/** What a running accuracy needs before its limits are useful, as the end of a sentence about its method. */
export function liveNeeds(live: Limits, trials: number): string {
  const more = moreNeeded(live, trials)
  if (more === null) return 'is told when all are closed'
  return `needs about ${formatAbout(more)} more closed for ±${100 * USABLE} points`
}

/** How many more trials; null if only the end brings it. */
function moreNeeded({ value, n }: Limits, trials: number): number | null {
  const share = n === 0 ? 0.5 : Math.min(1, value)
  const more = trialsUntilNarrow(trials, n, share, USABLE)
  return more === null ? null : Math.max(1, more)
}

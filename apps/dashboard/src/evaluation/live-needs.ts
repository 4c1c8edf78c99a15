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

/** What a running accuracy needs before its limits are of use, as the end of a sentence about its method. */
export function liveNeeds({ value, n }: Limits, trials: number): string {
  const share = n === 0 ? 0.5 : Math.min(1, value)
  const more = trialsUntilNarrow({ trials, closed: n, share }, USABLE)
  if (more === null) return 'is told when all are closed'
  return `needs about ${formatAbout(Math.max(1, more))} more closed for ±${100 * USABLE} points`
}

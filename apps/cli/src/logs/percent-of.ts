import { shareOf } from '@cges-fleet/formats'
import { percent } from '../report/format.js'

/** A count as a share in per cent; a dash where there is nothing to have a share of. */
export function percentOf(count: number, of: number): string {
  const share = shareOf(count, of)
  return share === null ? '—' : percent(share)
}

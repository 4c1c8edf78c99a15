import { shareOf } from '@cges-fleet/formats'
import { percent } from '../report/format.js'

/** Formats a share in per cent; a dash if the whole is 0. */
export function percentOf(count: number, of: number): string {
  const share = shareOf(count, of)
  return share === null ? '—' : percent(share)
}

import type { FinalStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'

/** A sentence that names more is not read. */
const MOST_NAMED = 3

/** Says which methods another is shown to beat, not only by point values; nothing where there is none. */
export function beatenFinding(reports: readonly NamedReport[], dominated: FinalStatistics['dominated']): string {
  const nameOf = (key: string) => reports.find((report) => report.key === key)?.name ?? key
  const pairs = dominated.map(({ key, by }) => `${nameOf(key)} by ${nameOf(by)}`)
  const more = Math.max(0, pairs.length - MOST_NAMED)
  return pairs.length === 0
    ? ''
    : ` Faint, because shown to be less accurate at no fewer calls (paired 95% intervals): ${pairs.slice(0, MOST_NAMED).join(', ')}${more === 0 ? '' : ` and ${more} more`}.`
}

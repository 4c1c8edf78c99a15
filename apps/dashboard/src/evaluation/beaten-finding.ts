import type { FinalStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'

/** Says which methods another is shown to beat, not only by point values; nothing where there is none. */
export function beatenFinding(reports: readonly NamedReport[], dominated: FinalStatistics['dominated']): string {
  const nameOf = (key: string) => reports.find((report) => report.key === key)?.name ?? key
  const pairs = dominated.map(({ key, by }) => `${nameOf(key)} by ${nameOf(by)}`)
  return pairs.length === 0
    ? ''
    : ` Faint, because shown to be less accurate at no fewer calls (paired 95% intervals): ${pairs.join(', ')}.`
}

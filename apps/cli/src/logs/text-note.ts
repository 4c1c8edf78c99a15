import { counted, inNumber } from '@cges-fleet/core'
import { LogReader, shareOf } from '@cges-fleet/formats'
import type { OpenLog } from './open-log.js'
import { percentOf } from './percent-of.js'

/** How many more points must be right to be worth mentioning. */
const WORTH = 0.1

/**
 * Warns if a log's own program extracted answers worse than we do: its answers and its grades then agree with ours on
 * what is wrong. Null if extracting from the texts again makes little difference.
 */
export function textNote({ rows, rules, description }: OpenLog): string | null {
  if (description !== null || rules.from !== undefined) return null
  const present = new LogReader(rules).readAll(rows).figures
  if (!present.tiers.some(({ tier }) => tier === 'log')) return null
  const again = new LogReader({ ...rules, from: 'text' }).readAll(rows).figures
  const gain = (shareOf(again.right, again.gradable) ?? 0) - (shareOf(present.right, present.gradable) ?? 0)
  if (gain < WORTH) return null
  return `the log’s own program may have read badly: with --answers text ${percentOf(again.right, again.gradable)} of the first ${counted(again.samples, 'sample')} ${inNumber(again.samples, 'is', 'are')} right, as the log reads them ${percentOf(present.right, present.gradable)}`
}

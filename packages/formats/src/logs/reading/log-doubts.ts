import { AnswerKind } from '@cges-fleet/answers'
import { counted, inNumber } from '@cges-fleet/core'
import { type OpenLog } from '../loading/open-log.js'
import { LogReader, type ReadingCounts, shareOf } from './log-reader.js'
import {
  type FaultLimits,
  type OtherReading,
  otherReadings,
  readingFault,
  type ReadingFaults,
  readingFaults,
} from './other-readings.js'

/** What speaks against tabulating a log as it was read, and what would do better. */
export interface LogDoubts {
  /** Why to stop; null if there is no objection. */
  readonly fault: string | null
  readonly faults: ReadingFaults
  /** What to know although nothing is wrong. */
  readonly note: string | null
  /** Other readings that do better on the first `tried` samples, the best first; only where there is a fault. */
  readonly others: readonly OtherReading[]
  readonly tried: number
  /** What this reading gives on those. */
  readonly present: ReadingCounts
  /** One of those responses in which nothing was read. */
  readonly unreadText: string | null
}

const MOST_OTHERS = 3

/** Judges how well a log's answers were extracted; tries other readings on its first rows if there is a fault. */
export function doubtsOf(log: OpenLog, counts: ReadingCounts, limits: FaultLimits): LogDoubts {
  const fault = readingFault(counts, limits)
  const faults = readingFaults(counts, limits)
  const tried = log.rows.reduce((sum, { samples }) => sum + samples.length, 0)
  if (fault === null) {
    const note = textNote(log) ?? kindNote(log)
    return { fault, faults, note, others: [], tried, present: counts, unreadText: null }
  }
  const others = otherReadings(log.rows, log.rules)
    .filter(({ kind }) => log.description === null || kind === log.rules.kind)
    .slice(0, MOST_OTHERS)
  const { counts: present, unreadText } = new LogReader(log.rules).readAll(log.rows)
  return { fault, faults, note: null, others, tried, present, unreadText }
}

/** How many more points must be right to be worth mentioning. */
const WORTH = 0.1

/**
 * Warns if a log's own program extracted answers worse than we do: its answers and its grades then agree with ours on
 * what is wrong. Null if extracting from the texts again makes little difference.
 */
function textNote({ rows, rules, description }: OpenLog): string | null {
  if (description !== null || rules.from !== undefined) return null
  const present = new LogReader(rules).readAll(rows).counts
  if (!present.tiers.some(({ tier }) => tier === 'log')) return null
  const again = new LogReader({ ...rules, from: 'text' }).readAll(rows).counts
  const gain = (shareOf(again.right, again.gradable) ?? 0) - (shareOf(present.right, present.gradable) ?? 0)
  if (gain < WORTH) return null
  return `the log’s own program may have read badly: with --answers text ${percentOf(again.right, again.gradable)} of the first ${counted(again.samples, 'sample')} ${inNumber(again.samples, 'is', 'are')} right, as the log reads them ${percentOf(present.right, present.gradable)}`
}

/** A share of answers found only as the last that fits from which on another kind may fit better. */
const UNSURE = 0.1

/** Warns if another kind of answer finds many more right answers where the log has no grades to compare with. */
function kindNote({ rows, rules, description }: OpenLog): string | null {
  if (description !== null) return null
  const { counts: present } = new LogReader(rules).readAll(rows)
  const last = present.tiers.find(({ tier }) => tier === 'last')?.answers ?? 0
  if (present.graded > 0 || last < UNSURE * present.samples) return null
  const gains = AnswerKind.options.flatMap((kind) => {
    if (kind === rules.kind) return []
    const { counts } = new LogReader({ ...rules, kind }).readAll(rows)
    return [{ kind, counts, gain: (counts.right - present.right) / Math.max(1, present.gradable) }]
  })
  const best = gains.toSorted((a, b) => b.gain - a.gain)[0]
  if (best === undefined || best.gain < WORTH) return null
  const of = counted(present.samples, 'sample')
  return `--kind ${best.kind} may fit better: with it ${percentOf(best.counts.right, best.counts.gradable)} of the first ${of} are right, as ${rules.kind} ${percentOf(present.right, present.gradable)}`
}

function percentOf(count: number, of: number): string {
  const share = shareOf(count, of)
  return share === null ? '—' : `${(100 * share).toFixed(1)} %`
}

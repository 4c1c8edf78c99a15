import { AnswerKind } from '@cges-fleet/answers'
import { ANSWERS_FROM, type AnswersFrom } from '../log-answer.js'
import type { LogEntry } from '../log-entry.js'
import { LogReader, type ReadingCounts, type ReadingRules, shareOf } from './log-reader.js'

/** Another way to interpret a log, as command-line options, with its result. */
export interface OtherReading {
  readonly options: string
  readonly kind: AnswerKind
  readonly from: AnswersFrom | undefined
  readonly counts: ReadingCounts
  /**
   * Whether the log could be interpreted so without an objection, and not because everything is wrong by both grades.
   */
  readonly isLikely: boolean
}

/**
 * Tries every other kind and extraction on some rows of a log, and returns those that do better than `rules`, the best
 * first.
 */
export function otherReadings(rows: readonly LogEntry[], rules: ReadingRules): OtherReading[] {
  const present = new LogReader(rules).readAll(rows).counts
  const kinds = [rules.kind, ...AnswerKind.options.filter((kind) => kind !== rules.kind)]
  const tried = kinds.flatMap((kind) =>
    [rules.from, ...ANSWERS_FROM.filter((from) => from !== rules.from)].flatMap((from): OtherReading[] => {
      if (kind === rules.kind && from === rules.from) return []
      const { counts } = new LogReader({ ...rules, kind, from }).readAll(rows)
      const options = [
        ...(from === rules.from || from === undefined ? [] : [`--answers ${from}`]),
        ...(kind === rules.kind ? [] : [`--kind ${kind}`]),
      ]
      const isLikely = readingFault(counts) === null && counts.right > 0
      return [{ options: options.join(' '), kind, from, counts, isLikely }]
    }),
  )
  const better = tried
    .filter(({ counts }) => compare(counts, present) < 0)
    .toSorted((a, b) => compare(a.counts, b.counts) || a.options.length - b.options.length)
  // Among options with equal results the shortest is enough.
  return [...new Map(better.toReversed().map((each) => [JSON.stringify(each.counts), each])).values()].toReversed()
}

/**
 * Below 0 if `a` is better: not all wrong, nearer to the log's own grades, else more answers found, else more of them
 * right.
 */
function compare(a: ReadingCounts, b: ReadingCounts): number {
  const nothing = Number(a.right === 0) - Number(b.right === 0)
  const agreement = (shareOf(b.agreed, b.graded) ?? 0) - (shareOf(a.agreed, a.graded) ?? 0)
  const unread = (shareOf(a.unread, a.samples) ?? 0) - (shareOf(b.unread, b.samples) ?? 0)
  return nothing || agreement || unread || b.right - a.right
}

/** Our grades must agree with the log's own on this share of the samples that have both. */
const LEAST_AGREEMENT = 0.95
/**
 * Our grades must find this share of the samples the log calls right: if few are right, two grades agree all too
 * easily.
 */
const LEAST_FOUND = 0.5
/** The largest share of responses without an answer. */
const MOST_UNREAD = 0.2

export interface FaultLimits {
  /** Whether to trust the log's own grades instead of comparing with them. */
  readonly believesLog?: boolean
  /** Whether the answers are known to match an evaluation's. */
  readonly isVerified?: boolean
}

/** Returns why a log, as it was interpreted, must not be tabulated; null if there is no objection. */
export function readingFault(counts: ReadingCounts, { believesLog, isVerified }: FaultLimits = {}): string | null {
  const { samples, unread, graded, agreed, gradedRight, logRight } = counts
  if (isVerified === true) return null
  const agreement = shareOf(agreed, graded)
  if (agreement !== null && agreement < LEAST_AGREEMENT && believesLog !== true) {
    return `our grade and the log’s agree on ${percent(agreement)} of ${graded} samples, expected at least ${percent(LEAST_AGREEMENT)}`
  }
  if (gradedRight < LEAST_FOUND * logRight && believesLog !== true) {
    return `our grade finds ${gradedRight} of ${graded} samples right, the log’s own ${Math.round(logRight)}`
  }
  const share = shareOf(unread, samples)
  if (share !== null && share > MOST_UNREAD) {
    return `nothing was read in ${percent(share)} of ${samples} responses, expected at most ${percent(MOST_UNREAD)}`
  }
  return null
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

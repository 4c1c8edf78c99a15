import { AnswerKind } from '@cges-fleet/answers'
import { counted, countedOf } from '@cges-fleet/core'
import { ANSWERS_FROM, type AnswersFrom } from '../log-answer.js'
import type { LogEntry } from '../log-entry.js'
import { LogReader, type ReadingCounts, type ReadingRules, shareOf } from './log-reader.js'

/** Another way to interpret a log, as command-line options, with its result. */
export interface OtherReading {
  readonly options: string
  readonly kind: AnswerKind
  readonly from: AnswersFrom | undefined
  readonly counts: ReadingCounts
  /** Whether the log could be interpreted so without an objection, and the answers that this adds are as often right. */
  readonly isLikely: boolean
}

/**
 * Tries every other kind and extraction on some rows of a log, and returns those that come nearer to the log's own
 * grades than `rules`, or find more right answers and come as near; the best first. One that only lets samples without
 * an answer vote is none.
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
      const isLikely = readingFault(counts) === null && counts.right > 0 && addsAnswers(counts, present)
      return [{ options: options.join(' '), kind, from, counts, isLikely }]
    }),
  )
  const better = tried
    .filter(({ counts }) => isBetter(counts, present))
    .toSorted((a, b) => compare(a.counts, b.counts) || a.options.length - b.options.length)
  // Among options with equal results the shortest is enough.
  return [...new Map(better.toReversed().map((each) => [JSON.stringify(each.counts), each])).values()].toReversed()
}

/** How near grades come to a log's own, of samples and of its questions' votes; 0 where it has none. */
function nearness({ agreed, graded, votesAgreed, votedQuestions }: ReadingCounts): readonly [number, number] {
  return [shareOf(agreed, graded) ?? 0, shareOf(votesAgreed, votedQuestions) ?? 0]
}

/** Whether a reading comes nearer to the log's grades, or as near with more right answers, or just more answers where nothing is graded. */
function isBetter(counts: ReadingCounts, present: ReadingCounts): boolean {
  const [bySample, byVote] = nearness(counts).map((share, at) => share - (nearness(present)[at] ?? 0))
  if ((bySample ?? 0) < 0 || (byVote ?? 0) < 0 || counts.right < Math.min(1, present.right)) return false
  if (counts.gradable === 0) return counts.unread < present.unread
  return (bySample ?? 0) > 0 || (byVote ?? 0) > 0 || counts.right > present.right
}

/** Whether what a reading adds are answers and not abstentions: right at least half as often as those read before. */
function addsAnswers(counts: ReadingCounts, present: ReadingCounts): boolean {
  const added = present.withoutAnswer - counts.withoutAnswer
  const before = shareOf(present.right, present.samples - present.withoutAnswer) ?? 0
  return added <= 0 || counts.right - present.right >= LEAST_FOUND * before * added
}

/** Below 0 if `a` is better: nearer to the log's own grades, else more answers right, else more found. */
function compare(a: ReadingCounts, b: ReadingCounts): number {
  const [ofA, ofB] = [nearness(a), nearness(b)]
  const nothing = Number(a.right === 0) - Number(b.right === 0)
  return nothing || ofB[0] - ofA[0] || ofB[1] - ofA[1] || b.right - a.right || a.unread - b.unread
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

/** What speaks against tabulating a log: of its grades, and of what was not read. */
export interface ReadingFaults {
  readonly grades: string | null
  readonly unread: string | null
}

/** Returns what speaks against tabulating a log, as it was interpreted. */
export function readingFaults(counts: ReadingCounts, { believesLog, isVerified }: FaultLimits = {}): ReadingFaults {
  if (isVerified === true) return { grades: null, unread: null }
  const share = shareOf(counts.unread, counts.samples)
  const unread =
    share === null || share <= MOST_UNREAD
      ? null
      : `nothing was read in ${percent(share)} of ${counted(counts.samples, 'response')}, expected at most ${percent(MOST_UNREAD)}`
  return { grades: believesLog === true ? null : gradesFault(counts), unread }
}

/** The same in one sentence; null if there is no objection. */
export function readingFault(counts: ReadingCounts, limits?: FaultLimits): string | null {
  const { grades, unread } = readingFaults(counts, limits)
  return grades !== null && unread !== null ? `${grades}; ${unread}` : (grades ?? unread)
}

function gradesFault({ graded, agreed, gradedRight, logRight }: ReadingCounts): string | null {
  const agreement = shareOf(agreed, graded)
  if (agreement !== null && agreement < LEAST_AGREEMENT) {
    return `our grade and the log’s agree on ${percent(agreement)} of ${counted(graded, 'sample')}, expected at least ${percent(LEAST_AGREEMENT)}`
  }
  if (gradedRight >= LEAST_FOUND * logRight) return null
  return `our grade finds ${countedOf(gradedRight, graded, 'sample')} right, the log’s own ${Math.round(logRight)}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

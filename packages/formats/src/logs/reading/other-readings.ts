import { AnswerKind } from '@cges-fleet/answers'
import { ANSWERS_FROM } from '../log-answer.js'
import type { LogEntry } from '../log-entry.js'
import { LogReader, type ReadingRules } from './log-reader.js'
import { readingFault } from './reading-fault.js'
import { type ReadingFigures, shareOf } from './reading-figures.js'

/** Another way to interpret a log, as command-line options, with its result. */
export interface OtherReading {
  readonly options: string
  readonly figures: ReadingFigures
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
  const present = new LogReader(rules).readAll(rows).figures
  const kinds = [rules.kind, ...AnswerKind.options.filter((kind) => kind !== rules.kind)]
  const tried = kinds.flatMap((kind) =>
    [rules.from, ...ANSWERS_FROM.filter((from) => from !== rules.from)].flatMap((from): OtherReading[] => {
      if (kind === rules.kind && from === rules.from) return []
      const { figures } = new LogReader({ ...rules, kind, from }).readAll(rows)
      const options = [
        ...(from === rules.from || from === undefined ? [] : [`--answers ${from}`]),
        ...(kind === rules.kind ? [] : [`--kind ${kind}`]),
      ]
      const isLikely = readingFault(figures) === null && figures.right > 0
      return [{ options: options.join(' '), figures, isLikely }]
    }),
  )
  const better = tried
    .filter(({ figures }) => compare(figures, present) < 0)
    .toSorted((a, b) => compare(a.figures, b.figures) || a.options.length - b.options.length)
  // Among options with equal results the shortest is enough.
  return [...new Map(better.toReversed().map((each) => [JSON.stringify(each.figures), each])).values()].toReversed()
}

/**
 * Below 0 if `a` is better: not all wrong, nearer to the log's own grades, else more answers found, else more of them
 * right.
 */
function compare(a: ReadingFigures, b: ReadingFigures): number {
  const nothing = Number(a.right === 0) - Number(b.right === 0)
  const agreement = (shareOf(b.agreed, b.graded) ?? 0) - (shareOf(a.agreed, a.graded) ?? 0)
  const unread = (shareOf(a.unread, a.samples) ?? 0) - (shareOf(b.unread, b.samples) ?? 0)
  return nothing || agreement || unread || b.right - a.right
}

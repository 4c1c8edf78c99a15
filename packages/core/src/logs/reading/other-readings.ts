import { AnswerKind } from '../../schemas/benchmark.js'
import { ANSWERS_FROM } from '../log-answer.js'
import type { LogEntry } from '../log-entry.js'
import { LogReader, type ReadingRules } from './log-reader.js'
import { readingFault } from './reading-fault.js'
import { type ReadingFigures, shareOf } from './reading-figures.js'

/** Another way to read a log, as options of the command line, and what it gives. */
export interface OtherReading {
  readonly options: string
  readonly figures: ReadingFigures
  /** Whether the log could be read so without an objection. */
  readonly passes: boolean
}

/** Tries every other kind and reading on some rows of a log, and gives those that do better than `rules`, the best first. */
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
      return [{ options: options.join(' '), figures, passes: readingFault(figures) === null }]
    }),
  )
  return tried
    .filter(({ figures }) => compare(figures, present) < 0)
    .toSorted((a, b) => compare(a.figures, b.figures) || a.options.length - b.options.length)
}

/** Below 0 where `a` is the better reading: nearer to the log's own grades, else more read, else more of it right. */
function compare(a: ReadingFigures, b: ReadingFigures): number {
  const agreement = (shareOf(b.agreed, b.graded) ?? 0) - (shareOf(a.agreed, a.graded) ?? 0)
  const unread = (shareOf(a.unread, a.samples) ?? 0) - (shareOf(b.unread, b.samples) ?? 0)
  return agreement || unread || b.right - a.right
}

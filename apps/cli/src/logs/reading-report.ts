import { LANGUAGE_NAMES } from '@cges-fleet/answers'
import { counted } from '@cges-fleet/core'
import {
  doubtsOf,
  type FaultLimits,
  type OpenLog,
  type OtherReading,
  type ReadingCounts,
  type ReadingRules,
} from '@cges-fleet/formats'
import { UsageError } from '../errors.js'
import { percentOf } from '../shell/format.js'

/** Formats how well a log's answers were extracted: look at it before any table made from them. */
export function readingLines(counts: ReadingCounts, { kind }: Pick<ReadingRules, 'kind'>): string[] {
  const { samples, withoutAnswer, placeholders, long, texts, identical } = counts
  return [
    `read as ${kind}: ${counted(samples, 'sample')}, ${percentOf(withoutAnswer, samples)} without an answer${placeholderNote(placeholders)}`,
    `  answers over 100 characters: ${percentOf(long, samples - withoutAnswer)}; texts repeated within a question: ${percentOf(identical, texts)}`,
    ...tierLines(counts),
    `  ${gradeLine(counts)}`,
  ]
}

function placeholderNote(count: number): string {
  return count === 0 ? '' : ` (in ${counted(count, 'sample')} the log has a blank, or a word such as None)`
}

function tierLines({ tiers, languages, unread }: ReadingCounts): string[] {
  const all = tiers.reduce((sum, { answers }) => sum + answers, 0)
  const each = tiers.map(({ tier, answers, gradable, right }) => {
    const name = tier === 'log' ? 'the log’s own reading' : tier
    return `${name} ${percentOf(answers, all)} (${percentOf(right, gradable)} right)`
  })
  const stated = languages.map(({ language, answers }) => `${LANGUAGE_NAMES.get(language) ?? language} ${answers}`)
  const inWords = stated.length === 0 ? '' : `; stated in words: ${stated.join(', ')}`
  const nothing = unread === 0 ? '' : `; nothing read in ${counted(unread, 'whole response')}`
  return each.length === 0 ? [] : [`  answers by how they were read: ${each.join(', ')}${inWords}${nothing}`]
}

function gradeLine({ gradable, right, graded, agreed, gradedRight, logRight }: ReadingCounts): string {
  if (gradable === 0) return 'no reference answers to grade by'
  if (graded === 0) {
    return `${percentOf(right, gradable)} right by our grading; the log has no grades of its own`
  }
  const accuracies = `${percentOf(gradedRight, graded)} right by our grade, ${percentOf(logRight, graded)} by the log’s own`
  return `${accuracies}; the two agree on ${percentOf(agreed, graded)} of ${graded}`
}

interface FaultOptions extends FaultLimits {
  readonly anyway: boolean
  /** Another remedy the command offers. */
  readonly hint?: string
}

/**
 * Throws a `UsageError` if a log's answers were extracted badly, with the options that would do better and their
 * results on its first rows; with `anyway` it only warns.
 */
export function stopAtFault(log: OpenLog, counts: ReadingCounts, options: FaultOptions): void {
  const { fault, note, others, tried } = doubtsOf(log, counts, options)
  if (note !== null) console.error(`warning: ${note}`)
  if (fault === null) return
  if (options.anyway) return console.error(`warning: ${fault} (--anyway)`)
  const first = others[0]
  const found =
    first === undefined
      ? ['no other --answers or --kind works better']
      : [
          `${first.isLikely ? 'likely' : 'better, though not enough'}: ${first.options}; tried on the first ${counted(tried, 'sample')}:`,
          ...others.map(line),
        ]
  const hints = options.hint === undefined ? [] : [options.hint]
  throw new UsageError([`stopped: ${fault}`, ...found, ...hints, '--anyway continues'].join('\n  '))
}

function line({ options, counts }: OtherReading): string {
  const { samples, unread, gradable, right, graded, agreed, gradedRight, logRight } = counts
  const grades =
    graded === 0
      ? `${percentOf(right, gradable)} right`
      : `agreement ${percentOf(agreed, graded)}, ${percentOf(gradedRight, graded)} right beside the log’s ${percentOf(logRight, graded)}`
  return `  ${options}: ${grades}, nothing read in ${percentOf(unread, samples)}`
}

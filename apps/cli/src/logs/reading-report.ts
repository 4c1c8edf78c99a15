import { LANGUAGE_NAMES } from '@cges-fleet/answers'
import { counted, countedOf } from '@cges-fleet/core'
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
  const { samples, probed, withoutAnswer, placeholders, long, identical, texts } = counts
  return [
    `read as ${kind}: ${counted(samples, 'sample')}, ${percentOf(withoutAnswer, samples)} without an answer${placeholderNote(placeholders)}`,
    ...(long === 0 ? [] : [`  answers over 100 characters: ${percentOf(long, samples - withoutAnswer)}`]),
    ...(identical === 0 ? [] : [`  texts repeated within a question: ${percentOf(identical, texts)}`]),
    ...(probed === 0 ? [] : [`  partial answers: in ${countedOf(probed, samples, 'sample')}`]),
    ...tierLines(counts),
    `  ${gradeLine(counts)}`,
  ]
}

function placeholderNote(count: number): string {
  return count === 0 ? '' : ` (in ${counted(count, 'sample')} the log has a blank, or a word such as None)`
}

const READ_BY = {
  marked: 'in a box or behind a marker',
  stated: 'stated in words',
  last: 'only as the last that fits',
  log: 'the log’s own reading',
} as const

function tierLines({ tiers, languages, unread }: ReadingCounts): string[] {
  const all = tiers.reduce((sum, { answers }) => sum + answers, 0)
  const each = tiers.map(({ tier, answers, gradable, right }) => {
    const ofThem = gradable === 0 ? '' : ` (${percentOf(right, gradable)} of them right)`
    return `${READ_BY[tier]} ${percentOf(answers, all)}${ofThem}`
  })
  const stated = languages.map(({ language, answers }) => `${LANGUAGE_NAMES.get(language) ?? language} ${answers}`)
  const inWords = stated.length === 0 ? '' : `; languages: ${stated.join(', ')}`
  const nothing = unread === 0 ? '' : `; no answer found in ${counted(unread, 'complete response')}`
  return each.length === 0 ? [] : [`  how answers were read: ${each.join(', ')}${inWords}${nothing}`]
}

function gradeLine(counts: ReadingCounts): string {
  const { gradable, right, graded, agreed, gradedRight, logRight, gradedQuestions, questionsRight } = counts
  if (gradable === 0) return 'no reference answers to grade by'
  if (graded > 0) {
    return `right: ${percentOf(gradedRight, graded)} by our grades, ${percentOf(logRight, graded)} by the log’s; they agree on ${percentOf(agreed, graded)} of the ${counted(graded, 'sample')} that have both`
  }
  const ours = `right: ${percentOf(right, gradable)} of samples by our grades`
  if (gradedQuestions === 0) return `${ours}; the log has no grades`
  return `${ours}; the log grades one answer a question, ${percentOf(questionsRight, gradedQuestions)} of ${gradedQuestions} right, and no samples`
}

interface FaultOptions extends FaultLimits {
  readonly anyway: boolean
  /** The command’s option that counts the log’s own grades. */
  readonly byLog?: string
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
  const isGraded = counts.graded > 0 && options.believesLog !== true
  const hints = options.byLog !== undefined && isGraded ? [`${options.byLog} counts the log’s own grades`] : []
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

import { LANGUAGE_NAMES } from '@cges-fleet/answers'
import { counted, inNumber } from '@cges-fleet/core'
import {
  LogReader,
  type OtherReading,
  otherReadings,
  readingFault,
  type ReadingFigures,
  type ReadingRules,
  shareOf,
} from '@cges-fleet/formats'
import { UsageError } from '../errors.js'
import { percentOf } from '../shell/format.js'
import type { OpenLog } from './open-log.js'

/** Formats how well a log's answers were extracted: look at it before any table made from them. */
export function readingLines(figures: ReadingFigures, { kind }: Pick<ReadingRules, 'kind'>): string[] {
  const { samples, withoutAnswer, placeholders, long, texts, identical } = figures
  return [
    `read as ${kind}: ${counted(samples, 'sample')}, ${percentOf(withoutAnswer, samples)} without an answer${placeholderNote(placeholders)}`,
    `  answers over 100 characters: ${percentOf(long, samples - withoutAnswer)}; texts repeated within a question: ${percentOf(identical, texts)}`,
    ...tierLines(figures),
    `  ${gradeLine(figures)}`,
  ]
}

function placeholderNote(count: number): string {
  return count === 0 ? '' : ` (in ${counted(count, 'sample')} the log has a blank, or a word such as None)`
}

function tierLines({ tiers, languages, unread }: ReadingFigures): string[] {
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

function gradeLine({ gradable, right, graded, agreed, gradedRight, logRight }: ReadingFigures): string {
  if (gradable === 0) return 'no reference answers to grade by'
  if (graded === 0) {
    return `${percentOf(right, gradable)} right; the log has no grades to compare with`
  }
  const own = `${percentOf(gradedRight, graded)} right by our grade, ${percentOf(logRight, graded)} by the log’s own`
  return `${own}; the two agree on ${percentOf(agreed, graded)} of ${graded}`
}

interface FaultOptions {
  readonly anyway: boolean
  /** Whether the log's own grades count instead of ours. */
  readonly believesLog?: boolean
  /** Whether the answers are known to match an evaluation's. */
  readonly isVerified?: boolean
  /** Another remedy the command offers. */
  readonly hint?: string
}

const MOST_SHOWN = 3

/**
 * Throws a `UsageError` if a log's answers were extracted badly, with the options that would do better and their
 * results on its first rows; with `anyway` it only warns.
 */
export function stopAtFault(log: OpenLog, figures: ReadingFigures, options: FaultOptions): void {
  const fault = readingFault(figures, options)
  const note = fault === null ? textNote(log) : null
  if (note !== null) console.error(`warning: ${note}`)
  if (fault === null) return
  if (options.anyway) return console.error(`warning: ${fault} (--anyway)`)
  const others = otherReadings(log.rows, log.rules)
    .filter((each) => log.description === null || !each.options.includes('--kind'))
    .slice(0, MOST_SHOWN)
  const first = others[0]
  const tried = log.rows.reduce((sum, { samples }) => sum + samples.length, 0)
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

function line({ options, figures }: OtherReading): string {
  const { samples, unread, gradable, right, graded, agreed, gradedRight, logRight } = figures
  const grades =
    graded === 0
      ? `${percentOf(right, gradable)} right`
      : `agreement ${percentOf(agreed, graded)}, ${percentOf(gradedRight, graded)} right beside the log’s ${percentOf(logRight, graded)}`
  return `  ${options}: ${grades}, nothing read in ${percentOf(unread, samples)}`
}

/** How many more points must be right to be worth mentioning. */
const WORTH = 0.1

/**
 * Warns if a log's own program extracted answers worse than we do: its answers and its grades then agree with ours on
 * what is wrong. Null if extracting from the texts again makes little difference.
 */
function textNote({ rows, rules, description }: OpenLog): string | null {
  if (description !== null || rules.from !== undefined) return null
  const present = new LogReader(rules).readAll(rows).figures
  if (!present.tiers.some(({ tier }) => tier === 'log')) return null
  const again = new LogReader({ ...rules, from: 'text' }).readAll(rows).figures
  const gain = (shareOf(again.right, again.gradable) ?? 0) - (shareOf(present.right, present.gradable) ?? 0)
  if (gain < WORTH) return null
  return `the log’s own program may have read badly: with --answers text ${percentOf(again.right, again.gradable)} of the first ${counted(again.samples, 'sample')} ${inNumber(again.samples, 'is', 'are')} right, as the log reads them ${percentOf(present.right, present.gradable)}`
}

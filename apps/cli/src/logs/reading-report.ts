import { LANGUAGE_NAMES } from '@cges-fleet/answers'
import { counted, countedOf, inNumber } from '@cges-fleet/core'
import {
  doubtsOf,
  type FaultLimits,
  type LogDoubts,
  type OpenLog,
  type ReadingCounts,
  type ReadingRules,
} from '@cges-fleet/formats'
import { gradesProblem, type Recording } from '@cges-fleet/replay'
import { UsageError } from '../errors.js'
import { againWith } from '../shell/again.js'
import { percentOf } from '../shell/format.js'

/** Formats how well a log's answers were extracted: look at it before any table made from them. */
export function readingLines(counts: ReadingCounts, { kind }: Pick<ReadingRules, 'kind'>): string[] {
  const { samples, probed, withoutAnswer, placeholders, long, identical, texts } = counts
  return [
    `read as ${kind}: ${counted(samples, 'sample')}, ${percentOf(withoutAnswer, samples)} of them without an answer${placeholderNote(placeholders)}`,
    ...(long === 0 ? [] : [`  answers over 100 characters: ${percentOf(long, samples - withoutAnswer)} of answers`]),
    ...(identical === 0 ? [] : [`  texts repeated within a question: ${percentOf(identical, texts)} of texts`]),
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
    const ofThem = gradable === 0 ? '' : ` (${percentOf(right, gradable)} of these right)`
    return `${READ_BY[tier]} ${percentOf(answers, all)}${ofThem}`
  })
  const stated = languages.map(({ language, answers }) => `${LANGUAGE_NAMES.get(language) ?? language} ${answers}`)
  const inWords = stated.length === 0 ? '' : `; answers stated in words: ${stated.join(', ')}`
  const nothing =
    unread === 0
      ? ''
      : `. ${counted(unread, 'response')} ${inNumber(unread, 'has', 'have')} no answer and ${inNumber(unread, 'is', 'are')} not marked as cut by a limit`
  return each.length === 0
    ? []
    : [`  how the ${counted(all, 'answer')} were read: ${each.join(', ')}${inWords}${nothing}`]
}

function gradeLine(counts: ReadingCounts): string {
  const { gradable, right, graded, setAside, agreed, gradedRight, logRight, gradedQuestions, questionsRight } = counts
  const { votedQuestions, votesRight } = counts
  if (gradable === 0) return 'no reference answers to grade by'
  if (graded > 0) {
    const both = `${percentOf(gradedRight, graded)} by our grades, ${percentOf(logRight, graded)} by the log’s`
    const agreement = `they agree on ${percentOf(agreed, graded)}`
    return setAside === 0
      ? `right: ${both}; ${agreement} of the ${counted(graded, 'sample')} that have both`
      : `right, of ${counted(graded, 'sample')} (${counted(setAside, 'cut one')} left out): ${both}; ${agreement}`
  }
  const ours = `right: ${percentOf(right, gradable)} of samples by our grades`
  if (gradedQuestions === 0) return `${ours}; the log has no grades`
  const votes = votedQuestions === 0 ? '' : `; of our votes ${percentOf(votesRight, votedQuestions)}`
  return `${ours}; the log grades no samples but one answer a question: ${percentOf(questionsRight, gradedQuestions)} of ${gradedQuestions} right${votes}`
}

/** The option that counts a log’s own grades, if every answer has one. */
export function recordedOption(
  recordings: readonly Recording[],
  needs?: { readonly whole: boolean },
): string | undefined {
  return gradesProblem(recordings, 'recorded', needs) === null ? '--grades recorded' : undefined
}

interface FaultOptions extends FaultLimits {
  readonly anyway: boolean
  /** The command’s option that counts the log’s own grades, if every answer has one. */
  readonly byLog?: string | undefined
}

/**
 * Throws a `UsageError` if a log's answers were extracted badly: all that is wrong, the options that would do better and
 * their results on its first rows, and a command that goes on; with `anyway` it only warns, and returns the warning.
 */
export function stopAtFault(log: OpenLog, counts: ReadingCounts, options: FaultOptions): string | null {
  const doubts = doubtsOf(log, counts, options)
  if (doubts.note !== null) console.error(`warning: ${doubts.note}`)
  if (doubts.fault === null) return null
  if (options.anyway) {
    console.error(`warning: ${doubts.fault} (--anyway)`)
    return doubts.fault
  }
  const lines = [
    `stopped: ${doubts.fault}`,
    ...unreadHint(doubts, counts),
    ...unreadLines(doubts, log),
    ...otherLines(doubts),
    ...wayOn(doubts, options),
  ]
  throw new UsageError(lines.join('\n  '))
}

function unreadHint({ faults }: LogDoubts, { unread, unreadByLog }: ReadingCounts): string[] {
  if (faults.unread === null || unreadByLog === 0) return []
  const all = unreadByLog === unread ? 'there' : `in ${unreadByLog} of these`
  return [`the log’s own program found no answer ${all} either; each costs a call and does not vote`]
}

/** Characters of an unread response that are shown: answers stand at the end. */
const SHOWN = 120

/** Shows the end of a response in which nothing was read, and what reads it if the log has the answer elsewhere. */
function unreadLines({ faults, unreadText }: LogDoubts, { format, reading }: OpenLog): string[] {
  if (faults.unread === null || unreadText === null) return []
  const line = unreadText.replaceAll(/\s+/gu, ' ').trim()
  const end = line.length > SHOWN ? `…${line.slice(-SHOWN)}` : line
  const canMap = format === 'mapped' && reading.fields.extracted === undefined
  return [
    `such as ${JSON.stringify(end)}`,
    ...(canMap ? ['if the log has the answers that your program read, name their field: --map extracted=…'] : []),
  ]
}

function otherLines({ others, tried, present }: LogDoubts): string[] {
  const [first] = others
  const now = gradesText(present)
  if (first === undefined) {
    return [`no other --answers or --kind ${present.gradable === 0 ? 'reads more' : 'does better'} (now ${now})`]
  }
  const on = `tried on the first ${counted(tried, 'sample')}`
  const lines = others.map((other) => `  ${other.options}: ${resultText(other.counts)}`)
  return first.isLikely
    ? [`likely: ${first.options}; ${on}:`, ...lines]
    : [`nearer, but not enough; ${on} (now ${now}):`, ...lines]
}

/** The commands that go on: by the reading that is likely, and as it was read. */
function wayOn({ faults, others }: LogDoubts, { byLog }: FaultOptions): string[] {
  const [first] = others
  const likely = first?.isLikely === true ? [`to read it so: ${againWith(first.options)}`] : []
  if (faults.grades === null || byLog === undefined) return [...likely, `to go on anyway: ${againWith('--anyway')}`]
  const options = faults.unread === null ? [byLog] : [byLog, '--anyway']
  return [...likely, `to count the log’s own grades: ${againWith(...options)}`]
}

function resultText(counts: ReadingCounts): string {
  return `${gradesText(counts)}, nothing read in ${percentOf(counts.unread, counts.samples)}`
}

function gradesText(counts: ReadingCounts): string {
  const { gradable, right, graded, agreed, gradedRight, logRight, votedQuestions, votesAgreed } = counts
  if (graded > 0) {
    return `agreement ${percentOf(agreed, graded)}, ${percentOf(gradedRight, graded)} right beside the log’s ${percentOf(logRight, graded)}`
  }
  const votes =
    votedQuestions === 0
      ? ''
      : `, the vote agrees with the log on ${percentOf(votesAgreed, votedQuestions)} of ${counted(votedQuestions, 'question')}`
  return `${percentOf(right, gradable)} right${votes}`
}

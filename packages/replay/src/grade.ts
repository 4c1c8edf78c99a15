import { gradeAnswer } from '@cges-fleet/answers'
import { counted, countedOf, inNumber } from '@cges-fleet/core'
import type { Recording } from './recording.js'

/** The basis an answer is graded by: the question's reference answer, or the file's grades of the samples that give it. */
export const GRADES = ['reference', 'recorded'] as const
export type Grades = (typeof GRADES)[number]

/** Recordings, and what their answers are graded by. */
export interface GradedRecordings {
  readonly recordings: readonly Recording[]
  readonly grades: Grades
}

/**
 * Grades an answer: 1 is right, 0 wrong; no answer is never right. Recorded grades count by their mean over all samples
 * of the question that give the answer, so that one graded both ways counts as often as it is right. Without a reference
 * answer recorded grades count; recorded grades never give way to a reference. Throws for an answer that nothing grades:
 * see `gradesProblem`.
 */
export function grade(recording: Recording, answer: string | null, grades: Grades): number {
  if (answer === null) return 0
  const { truth, gradeKeys } = recording
  if (grades === 'reference' && truth !== null) return gradeAnswer(gradeKeys?.get(answer) ?? answer, truth) ? 1 : 0
  const recorded = recordedGrades(recording).get(answer)
  if (recorded === undefined) throw new Error(`the answer ${JSON.stringify(answer)} of ${recording.id} has no grade`)
  return recorded.sum / recorded.count
}

/** Returns whether an answer is right, where grades are whole: see `gradesProblem`. */
export function isRight(recording: Recording, answer: string | null, grades: Grades): boolean {
  return grade(recording, answer, grades) === 1
}

/**
 * Why recordings cannot be graded so, with the first answer that has no grade; null if all have one. `whole` also asks
 * for grades that are right or wrong and nothing between, as what learns from labels does.
 */
export function gradesProblem(
  recordings: readonly Recording[],
  grades: Grades,
  { whole = false }: { readonly whole?: boolean } = {},
): string | null {
  for (const recording of recordings) {
    if (grades === 'reference' && recording.truth !== null) continue
    const recorded = recordedGrades(recording)
    for (const { answer } of recording.samples) {
      if (answer === null) continue
      const graded = recorded.get(answer)
      const named = `the answer ${JSON.stringify(answer)} of question ${JSON.stringify(recording.id)}`
      if (graded === undefined) return ungraded(named, grades)
      if (whole && graded.sum > 0 && graded.sum < graded.count) {
        return `${named} is graded ${gradeText(graded)}, and labels have to be right or wrong: use --grades reference`
      }
    }
  }
  return null
}

/** Whether every answer is right or wrong, with nothing between. */
export function areWhole({ recordings, grades }: GradedRecordings): boolean {
  return recordings.every(
    (recording) =>
      (grades === 'reference' && recording.truth !== null) ||
      [...recordedGrades(recording).values()].every(({ sum, count }) => sum === 0 || sum === count),
  )
}

/** What the samples of a question that give one answer are graded. */
interface RecordedGrade {
  readonly sum: number
  readonly count: number
  readonly least: number
  readonly most: number
}

const known = new WeakMap<Recording, ReadonlyMap<string, RecordedGrade>>()

/** The recorded grades of a question by answer, computed once: every method and permutation needs them. */
function recordedGrades(recording: Recording): ReadonlyMap<string, RecordedGrade> {
  const before = known.get(recording)
  if (before !== undefined) return before
  const byAnswer = new Map<string, RecordedGrade>()
  for (const { answer, grade: logged } of recording.samples) {
    if (answer === null || logged === null) continue
    const { sum, count, least, most } = byAnswer.get(answer) ?? { sum: 0, count: 0, least: 1, most: 0 }
    byAnswer.set(answer, {
      sum: sum + logged,
      count: count + 1,
      least: Math.min(least, logged),
      most: Math.max(most, logged),
    })
  }
  known.set(recording, byAnswer)
  return byAnswer
}

function ungraded(named: string, grades: Grades): string {
  return grades === 'recorded'
    ? `--grades recorded counts the file’s own grades, and ${named} has none: use --grades reference, or name the field of the grades with --map grade=…`
    : `${named} has neither a reference answer nor a grade: name the field with --map answer=… or grade=…, or give the questions with --questions`
}

/** Words a recorded grade. */
function gradeText({ sum, count, least, most }: RecordedGrade): string {
  const isBinary = [least, most].every((each) => each === 0 || each === 1)
  return isBinary ? `right in ${sum} of ${count} samples` : `${(sum / count).toFixed(2)} on the mean of ${count}`
}

/**
 * What to know of a file's own grades before trusting an accuracy, a sentence each: answers graded in several ways or
 * between right and wrong, where those grades count.
 */
export function gradeNotes(graded: GradedRecordings, asksCoverage = false): string[] {
  return [
    ...recordedNotes(graded),
    ...noAnswerNote(graded),
    ...(asksCoverage && !areWhole(graded) ? ['coverage is not computed: it needs grades that are right or wrong'] : []),
  ]
}

/** Samples without an answer that the log calls right count as wrong, here and in every vote. */
function noAnswerNote({ recordings, grades }: GradedRecordings): string[] {
  const without = recordings
    .filter(({ truth }) => grades === 'recorded' || truth === null)
    .flatMap(({ samples }) => samples.filter(({ answer }) => answer === null))
  const right = without.filter((sample) => sample.grade !== null && sample.grade > 0).length
  if (right === 0) return []
  return [
    `${countedOf(right, without.length, 'sample')} without an answer ${inNumber(right, 'is', 'are')} right by the log, and wrong here: what has no answer cannot be voted for`,
  ]
}

function recordedNotes({ recordings, grades }: GradedRecordings): string[] {
  const each = recordings
    .filter(({ truth }) => grades === 'recorded' || truth === null)
    .flatMap((recording) =>
      [...recordedGrades(recording)].map(([answer, graded]) => ({ id: recording.id, answer, graded })),
    )
  const several = each.filter(({ graded }) => graded.least !== graded.most)
  const between = each.filter(({ graded }) => graded.least === graded.most && graded.least > 0 && graded.least < 1)
  const [first] = several
  return [
    ...(first === undefined
      ? []
      : [
          `${counted(several.length, 'answer')} ${inNumber(several.length, 'is', 'are')} graded in more than one way, such as ${JSON.stringify(first.answer)} of question ${JSON.stringify(first.id)} (${gradeText(first.graded)}): the mean grade counts`,
        ]),
    ...(between.length === 0
      ? []
      : [
          `${counted(between.length, 'answer')} ${inNumber(between.length, 'is', 'are')} graded between right and wrong: accuracy is the mean grade`,
        ]),
  ]
}

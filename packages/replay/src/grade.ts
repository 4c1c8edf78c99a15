import { gradeAnswer } from '@cges-fleet/answers'
import type { Recording } from './recording.js'

/** The basis an answer is graded by: the question's reference answer, or the file's grade of each sample. */
export const GRADES = ['reference', 'recorded'] as const
export type Grades = (typeof GRADES)[number]

/** Recordings, and what their answers are graded by. */
export interface GradedRecordings {
  readonly recordings: readonly Recording[]
  readonly grades: Grades
}

/** Returns whether an answer is right; no answer never is. Without a reference answer the recorded grades count. */
export function grade(recording: Recording, answer: string | null, grades: Grades): boolean {
  if (answer === null) return false
  const { truth, gradeKeys, samples } = recording
  if (grades === 'reference' && truth !== null) return gradeAnswer(gradeKeys?.get(answer) ?? answer, truth)
  return samples.some((sample) => sample.answer === answer && sample.correct === true)
}

/** Counts the samples whose recorded grade is not that of the reference answer. */
export function gradesDiffer(recordings: readonly Recording[]): number {
  return recordings.reduce(
    (sum, recording) =>
      sum +
      recording.samples.filter(
        ({ answer, correct }) =>
          correct !== null && recording.truth !== null && correct !== grade(recording, answer, 'reference'),
      ).length,
    0,
  )
}

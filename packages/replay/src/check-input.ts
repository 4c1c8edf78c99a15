import {
  samplingAccuracy,
  type SamplingAccuracy,
  splitShift,
  type SplitCounts,
  type SplitShift,
} from '@cges-fleet/statistics'
import { areWhole, type Grades, isRight } from './grade.js'
import type { RecordedSample, Recording } from './recording.js'

/** What recordings say of their samples, and whether those drawn first are like the rest. */
export interface InputCheck {
  readonly completed: number
  readonly truncated: number
  /** Samples of which the log does not say how they ended. */
  readonly unknown: number
  /** How many samples of a question count as the first: 16, or half of a question with fewer than 32. */
  readonly first: number
  /** The most samples that a question has. */
  readonly most: number
  /** The fewest. */
  readonly fewest: number
  /** The share of right answers among those that vote; null if nothing can be compared. */
  readonly accuracy: SplitShift | null
  /** The share of completed samples among those whose end is known; null likewise. */
  readonly completion: SplitShift | null
  /**
   * The accuracy of single samples; one without an answer is wrong. Null with fewer than two questions, or grades
   * between right and wrong.
   */
  readonly sampling: SamplingAccuracy | null
  /** Whether either differs so much that permuting the samples mixes unlike ones. */
  readonly isExchangeable: boolean
  /** The most first samples of a question that do not differ so among themselves; null if none do, or all are alike. */
  readonly alike: number | null
}

/** The usual budget: a replay in order would see these alone. */
const FIRST = 16
/** So unlikely a difference is hardly chance, and so small a one does no harm. */
const LEAST_P = 0.001
const LEAST_SHIFT = 0.02
const LEAST_ALIKE = 4

/**
 * Checks what a replay takes for granted: that any sample of a question may stand for any other. Compares the first
 * samples of each question with the rest, by accuracy and by status; not by accuracy where grades are between right and
 * wrong.
 */
export function checkInput(recordings: readonly Recording[], grades: Grades): InputCheck {
  const statuses = recordings.flatMap(({ samples }) => samples.map(({ status }) => status))
  const count = (wanted: RecordedSample['status']) => statuses.filter((status) => status === wanted).length
  const sizes = recordings.map(({ samples }) => samples.length)
  const isGraded = areWhole({ recordings, grades })
  const first = Math.max(0, ...recordings.map(firstOf))
  const shifts = shiftsOf(recordings, isGraded ? grades : null)
  return {
    completed: count('completed'),
    truncated: count('truncated'),
    unknown: count(undefined),
    first,
    most: sizes.reduce((most, size) => Math.max(most, size), 0),
    fewest: sizes.reduce((fewest, size) => Math.min(fewest, size), sizes[0] ?? 0),
    ...shifts,
    sampling: isGraded ? samplingAccuracy(recordings.map((recording) => rightOf(recording, grades))) : null,
    alike: shifts.isExchangeable ? null : alikeOf(recordings, isGraded ? grades : null, first),
  }
}

type Shifts = Pick<InputCheck, 'accuracy' | 'completion' | 'isExchangeable'>

/** Compares the first samples with the rest; by accuracy only if grades are given. */
function shiftsOf(recordings: readonly Recording[], grades: Grades | null): Shifts {
  const accuracy =
    grades === null
      ? null
      : shiftOf(recordings, ({ answer }, recording) => (answer === null ? null : isRight(recording, answer, grades)))
  const completion = shiftOf(recordings, ({ status }) => (status === undefined ? null : status === 'completed'))
  const isExchangeable = ![accuracy, completion].some(
    (shift) => shift !== null && shift.p < LEAST_P && Math.abs(shift.first - shift.rest) >= LEAST_SHIFT,
  )
  return { accuracy, completion, isExchangeable }
}

/** Halves the first samples until they are alike; fewer than four are too few for a vote. */
function alikeOf(recordings: readonly Recording[], grades: Grades | null, first: number): number | null {
  for (let most = first; most >= LEAST_ALIKE; most = Math.floor(most / 2)) {
    const some = recordings.map((recording) => ({ ...recording, samples: recording.samples.slice(0, most) }))
    if (shiftsOf(some, grades).isExchangeable) return most
  }
  return null
}

function rightOf(recording: Recording, grades: Grades) {
  const { samples } = recording
  return { right: samples.filter(({ answer }) => isRight(recording, answer, grades)).length, of: samples.length }
}

function firstOf({ samples }: Recording): number {
  return Math.min(FIRST, Math.floor(samples.length / 2))
}

/** Compares the first samples with the rest by a fact of each; null is a sample that does not count. */
function shiftOf(
  recordings: readonly Recording[],
  factOf: (sample: RecordedSample, recording: Recording) => boolean | null,
): SplitShift | null {
  return splitShift(
    recordings.map((recording): SplitCounts => {
      const { samples } = recording
      const first = firstOf(recording)
      const part = (some: readonly RecordedSample[]) => {
        const facts = some.map((sample) => factOf(sample, recording)).filter((fact) => fact !== null)
        return { yes: facts.filter(Boolean).length, of: facts.length }
      }
      return { first: part(samples.slice(0, first)), rest: part(samples.slice(first)) }
    }),
  )
}

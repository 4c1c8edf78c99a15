import { type ConfidenceSignal, scorePath, type SeededRandom, type Vote } from '@cges-fleet/methods'
import { pairedInterval, resample } from '@cges-fleet/statistics'
import { grade, type Grades } from '../grade.js'
import { permute } from '../run-seed.js'
import { type Labelled, meanOf } from './sweep-labelled.js'

/**
 * The temperatures compared, those nearest 1 first: of equals the first is taken. The paper of CISC tunes over some of them; those
 * below are for confidences that lie close together.
 */
const TEMPERATURES = [1, 0.3, 3, 0.1, 10, 0.03, 0.01, 0.003, 0.001] as const
/** Orders of every question's samples that the mean on the slice is of. */
const ORDERS = 10
const RESAMPLES = 10_000

/** CISC's temperature, chosen on labelled questions, and how it does on the others; shares. */
export interface TunedTemperature {
  readonly temperature: number
  /** The mean accuracy of its votes of 1, 2, … samples on the slice, and that at T = 1. */
  readonly area: number
  readonly plainArea: number
  /** Its vote of the whole budget on the rest, that at T = 1, and SC's. */
  readonly rest: {
    readonly questions: number
    readonly accuracy: number
    readonly plainAccuracy: number
    readonly scAccuracy: number
    /** Its accuracy less SC's. */
    readonly difference: { readonly low: number; readonly high: number } | null
  }
}

export interface TemperatureInput {
  readonly confidence: ConfidenceSignal
  readonly budget: number
  readonly slice: Labelled
  readonly rest: Labelled
  readonly grades: Grades
  readonly random: SeededRandom
}

/**
 * Chooses the temperature by which CISC weighs its votes, as its paper does: the one whose votes are right most often on labelled
 * questions, over all numbers of samples from one to the budget.
 */
export function tuneTemperature({
  confidence,
  budget,
  slice,
  rest,
  grades,
  random,
}: TemperatureInput): TunedTemperature {
  const areas = new Map(
    TEMPERATURES.map((temperature) => [temperature, areaOf(slice, { confidence, temperature, budget, grades })]),
  )
  const [temperature, area] = [...areas].reduce((best, each) => (each[1] > best[1] ? each : best))
  const at = (of: number) => rightOf(rest, { confidence, temperature: of, budget, grades })
  const [tuned, plain, sc] = [at(temperature), at(1), rightOf(rest, { budget, grades })]
  const pairs = new Float64Array(tuned.length).fill(1)
  const resampling = resample([tuned, sc, pairs], RESAMPLES, random.next)
  return {
    temperature,
    area,
    plainArea: areas.get(1) ?? area,
    rest: {
      questions: tuned.length,
      accuracy: meanOf([...tuned]),
      plainAccuracy: meanOf([...plain]),
      scAccuracy: meanOf([...sc]),
      difference: pairedInterval(resampling, [tuned, sc], pairs),
    },
  }
}

interface Weighing {
  readonly confidence?: ConfidenceSignal
  readonly temperature?: number
  readonly budget: number
  readonly grades: Grades
}

/** The mean accuracy over questions, orders of their samples, and votes of 1 to the budget's samples. */
function areaOf({ recordings, pools }: Labelled, weighing: Weighing): number {
  const means = recordings.map((recording, question) => {
    const gradeOf = grader(recording, weighing.grades)
    return meanOf(
      Array.from({ length: ORDERS }, (_, order) => {
        const votes = permute((pools[question] ?? []).slice(0, weighing.budget), order, recording.id)
        return meanOf(leaders(votes, weighing).map(gradeOf))
      }),
    )
  })
  return meanOf(means)
}

/** Whether the vote of the whole budget is right, for each question. */
function rightOf({ recordings, pools }: Labelled, weighing: Weighing): Float64Array {
  return Float64Array.from(recordings, (recording, question) =>
    grade(recording, leaders(pools[question] ?? [], weighing).at(-1) ?? null, weighing.grades),
  )
}

/** The answer that leads after each sample: CISC's, or SC's where nothing weighs. */
function leaders(votes: readonly Vote[], { confidence, temperature = 1, budget }: Weighing): (string | null)[] {
  const spec =
    confidence === undefined
      ? ({ method: 'sc', budget } as const)
      : ({ method: 'cisc', confidence, temperature, budget } as const)
  return scorePath(spec, votes.slice(0, budget)).map(({ leader }) => leader)
}

/** Grades a question's answers, each once. */
function grader(recording: Labelled['recordings'][number], grades: Grades): (answer: string | null) => number {
  const known = new Map<string | null, number>()
  return (answer) => {
    const found = known.get(answer) ?? grade(recording, answer, grades)
    known.set(answer, found)
    return found
  }
}

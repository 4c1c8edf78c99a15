import {
  type ConfidenceSignal,
  GAMMA_GRID,
  gammaSweep,
  type MethodSpec,
  type SeededRandom,
  type Vote,
} from '@cges-fleet/methods'
import {
  calibrationReport,
  type CalibrationReport,
  driftSummary,
  type DriftSummary,
  type EfficientGamma,
  efficientGamma,
  pairedInterval,
  quantile,
  questionDrift,
  resample,
  signalWarning,
  signFlipTest,
} from '@cges-fleet/statistics'
import { grade, type Grades, type Recording, runSeed } from '@cges-fleet/replay'

const RESAMPLES = 1000

/** The γ shown beside the one that was chosen: it has seen no labels. */
export const FIXED_GAMMA = 0.99

type CgesSpec = Extract<MethodSpec, { method: 'cges' }>

/** Questions with their samples, as one signal sees them. */
export interface Labelled {
  readonly recordings: readonly Recording[]
  readonly pools: readonly (readonly Vote[])[]
}

/** CGES at one γ on one part of the questions, against SC on the same samples; shares, and calls a question. */
export interface GammaCheck {
  readonly gamma: number
  readonly questions: number
  readonly accuracy: number
  readonly scAccuracy: number
  readonly difference: { readonly low: number; readonly high: number } | null
  readonly p: number
  readonly calls: number
}

export interface TunedSignal {
  readonly signal: ConfidenceSignal
  /** Whether SC and CGES at every γ are wrong, or right, on the whole slice: its labels then tell no γ from another. */
  readonly slice: 'all wrong' | 'all right' | 'mixed'
  readonly quality: CalibrationReport
  readonly drift: DriftSummary
  readonly warning: string | null
  readonly chosen: EfficientGamma | null
  /** Where the chosen γ falls in 95 % of resampled slices. */
  readonly gammaInterval: { readonly low: number; readonly high: number } | null
  /** The rest, which did not choose: at the chosen γ and at the fixed one. */
  readonly checks: readonly GammaCheck[]
}

/** One question at every γ of the grid, and under SC. */
interface Swept {
  readonly right: readonly number[]
  readonly calls: readonly number[]
  readonly sc: number
}

export interface TuneInput {
  readonly spec: CgesSpec
  readonly slice: Labelled
  readonly rest: Labelled
  readonly grades: Grades
  readonly random: SeededRandom
}

/** Chooses γ for one signal on a labelled slice, as the paper does, and checks it on the rest, which the paper does not. */
export function tuneSignal({ spec, slice, rest, grades, random }: TuneInput): TunedSignal {
  const signal = spec.confidence
  const votes = slice.pools.map((pool) =>
    pool.flatMap(({ answer, confidences }) => {
      const confidence = confidences[signal]
      return answer === null || confidence === undefined ? [] : [{ answer, confidence }]
    }),
  )
  const graded = votes.flatMap((each, question) =>
    each.map(({ answer, confidence }) => {
      const recording = slice.recordings[question]
      return { confidence, correct: recording !== undefined && grade(recording, answer, grades) }
    }),
  )
  const [onSlice, onRest] = [sweep(spec, slice, grades), sweep(spec, rest, grades)]
  const labels = labelsOf(onSlice)
  const chosen = labels === 'all wrong' ? null : efficient(onSlice)
  const gammas = Array.from(
    { length: RESAMPLES },
    () => efficient(onSlice.map(() => drawn(onSlice, random)))?.gamma ?? 1,
  )
  const sorted = gammas.toSorted((a, b) => a - b)
  return {
    signal,
    slice: labels,
    quality: calibrationReport(graded),
    drift: driftSummary(votes.map((each, question) => questionDrift(each, slice.recordings[question]?.truth ?? ''))),
    warning: signalWarning(graded.map(({ confidence }) => confidence)),
    chosen,
    gammaInterval: chosen === null ? null : { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) },
    checks: [...new Set([chosen?.gamma ?? FIXED_GAMMA, FIXED_GAMMA])].map((gamma) => checkGamma(gamma, onRest, random)),
  }
}

function sweep(spec: CgesSpec, { recordings, pools }: Labelled, grades: Grades): Swept[] {
  const sc = runSeed({ method: 'sc', budget: spec.budget }, pools, [])
  return recordings.map((recording, question) => {
    const stops = gammaSweep(spec, pools[question] ?? [])
    return {
      right: stops.map(({ answer }) => (grade(recording, answer, grades) ? 1 : 0)),
      calls: stops.map(({ calls }) => calls),
      sc: grade(recording, sc[question]?.answer ?? null, grades) ? 1 : 0,
    }
  })
}

function labelsOf(swept: readonly Swept[]): TunedSignal['slice'] {
  const outcomes = new Set(swept.flatMap(({ right, sc }) => [...right, sc]))
  if (!outcomes.has(1)) return 'all wrong'
  return outcomes.has(0) ? 'mixed' : 'all right'
}

function efficient(swept: readonly Swept[]): EfficientGamma | null {
  const grid = GAMMA_GRID.map((gamma, place) => ({
    gamma,
    accuracyPpBySeed: [100 * mean(swept.map(({ right }) => right[place] ?? 0))],
  }))
  return efficientGamma(grid, [100 * mean(swept.map(({ sc }) => sc))])
}

function drawn(swept: readonly Swept[], random: SeededRandom): Swept {
  return swept[random.int(0, swept.length - 1)] ?? { right: [], calls: [], sc: 0 }
}

function checkGamma(gamma: number, swept: readonly Swept[], { next }: SeededRandom): GammaCheck {
  const place = GAMMA_GRID.findIndex((each) => each === gamma)
  const right = Float64Array.from(swept, (each) => each.right[place] ?? 0)
  const sc = Float64Array.from(swept, (each) => each.sc)
  const pairs = new Float64Array(swept.length).fill(1)
  const resampling = resample([right, sc, pairs], { resamples: 10 * RESAMPLES, next })
  return {
    gamma,
    questions: swept.length,
    accuracy: mean([...right]),
    scAccuracy: mean([...sc]),
    difference: pairedInterval(resampling, [right, sc], pairs),
    p: signFlipTest(
      swept.map((each) => (each.right[place] ?? 0) - each.sc),
      next,
    ).p,
    calls: mean(swept.map((each) => each.calls[place] ?? 0)),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

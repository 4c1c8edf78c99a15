import type { GammaVerdict } from '@cges-fleet/core'
import { type ConfidenceSignal, GAMMA_GRID, type SeededRandom } from '@cges-fleet/methods'
import {
  calibrationReport,
  type CalibrationReport,
  DEFAULT_MARGIN,
  driftSummary,
  type DriftSummary,
  type EfficientGamma,
  efficientGamma,
  judgeDifference,
  quantile,
  questionDrift,
  signalWarning,
  signFlipTest,
} from '@cges-fleet/statistics'
import type { Grades } from '../grade.js'
import { pairedDifferences } from '../paired-differences.js'
import { gradedOf, recalibrate, type Recalibration } from './recalibrate.js'
import { type CgesSpec, type Labelled, meanOf, sweepLabelled, type Swept } from './sweep-labelled.js'

const RESAMPLES = 1000

/** The γ shown beside the chosen one: it has seen no labels. */
export const FIXED_GAMMA = 0.99

/** CGES at one γ on one part of the questions, against SC on the same samples; shares, and calls a question. */
export interface GammaCheck {
  readonly gamma: number
  readonly questions: number
  readonly accuracy: number
  readonly scAccuracy: number
  readonly difference: { readonly low: number; readonly high: number } | null
  readonly p: number
  readonly calls: number
  /** Per question; null if the samples do not record them. */
  readonly tokens: number | null
}

export interface TunedSignal {
  readonly signal: ConfidenceSignal
  /**
   * Whether SC and CGES at every γ are wrong, or right, on the whole slice: then its labels cannot distinguish one γ
   * from another. Of the uncalibrated signal.
   */
  readonly slice: 'all wrong' | 'all right' | 'mixed'
  readonly quality: CalibrationReport
  readonly drift: DriftSummary
  readonly warning: string | null
  /** Null if none can be fitted; if it is adopted, γ and the checks are with it. */
  readonly recalibration: Recalibration | null
  readonly chosen: EfficientGamma | null
  /** Calls a question on the slice at the chosen γ, or at the fixed one. */
  readonly callsOnSlice: number
  /** The range of the chosen γ in 95 % of resampled slices. */
  readonly gammaInterval: { readonly low: number; readonly high: number } | null
  /** The held-out rest: at the chosen γ and at the fixed one. */
  readonly checks: readonly GammaCheck[]
  /** The usual γ without the map that was adopted, as a bare `cges` has it; null if none was. */
  readonly bare: GammaCheck | null
}

interface TuneInput {
  readonly spec: CgesSpec
  readonly slice: Labelled
  readonly rest: Labelled
  readonly grades: Grades
  readonly random: SeededRandom
  /** Calls a question at which a recalibration must win; those of γ chosen without it unless given. */
  readonly calls?: number | undefined
  /** Other γ to check beside the chosen and the fixed one; those off the grid are passed over. */
  readonly extra?: readonly number[]
  /** Called with the fraction done, from 0 to 1. */
  readonly onShare?: (share: number) => void
}

/** Chooses γ for one signal on a labelled slice, as the paper does, and checks it on the rest, which the paper does not. */
export function tuneSignal({ spec, slice, rest, grades, random, calls, extra = [], onShare }: TuneInput): TunedSignal {
  const signal = spec.confidence
  const votes = slice.pools.map((pool) =>
    pool.flatMap(({ answer, confidences }) => {
      const confidence = confidences[signal]
      return answer === null || confidence === undefined ? [] : [{ answer, confidence }]
    }),
  )
  const plain = sweepLabelled(spec, slice, grades)
  const recalibration = recalibrate({ spec, slice, grades, calls: calls ?? callsAt(plain, efficient(plain)?.gamma) })
  const used = recalibration?.adopted === true ? { ...spec, map: recalibration.map } : spec
  const graded = gradedOf(slice, signal, grades)
  const onSlice = used === spec ? plain : sweepLabelled(used, slice, grades)
  const onRest = sweepLabelled(used, rest, grades)
  const labels = labelsOf(plain)
  const chosen = labels === 'all wrong' ? null : efficient(onSlice)
  const gammas = Array.from({ length: RESAMPLES }, (_, at) => {
    onShare?.(at / RESAMPLES)
    return efficient(onSlice.map(() => drawn(onSlice, random)))?.gamma ?? 1
  })
  const sorted = gammas.toSorted((a, b) => a - b)
  return {
    signal,
    slice: labels,
    quality: calibrationReport(graded),
    drift: driftSummary(votes.map((each, question) => questionDrift(each, slice.recordings[question]?.truth ?? ''))),
    warning: signalWarning(graded.map(({ confidence }) => confidence)),
    recalibration,
    chosen,
    callsOnSlice: callsAt(onSlice, chosen?.gamma),
    gammaInterval: chosen === null ? null : { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) },
    checks: checkedGammas(chosen, extra).map((gamma) => checkGamma(gamma, onRest, random)),
    bare: used === spec ? null : checkGamma(FIXED_GAMMA, sweepLabelled(spec, rest, grades), random),
  }
}

function checkedGammas(chosen: EfficientGamma | null, extra: readonly number[]): number[] {
  const onGrid = extra.filter((gamma) => GAMMA_GRID.some((each) => each === gamma))
  return [...new Set([chosen?.gamma ?? FIXED_GAMMA, FIXED_GAMMA, ...onGrid])]
}

/** Calls per question at a γ, or at the fixed one. */
function callsAt(swept: readonly Swept[], gamma = FIXED_GAMMA): number {
  const place = GAMMA_GRID.findIndex((each) => each === gamma)
  return meanOf(swept.map(({ calls }) => calls[place] ?? 0))
}

function labelsOf(swept: readonly Swept[]): TunedSignal['slice'] {
  const outcomes = new Set(swept.flatMap(({ right, sc }) => [...right, sc]))
  if (!outcomes.has(1)) return 'all wrong'
  return outcomes.has(0) ? 'mixed' : 'all right'
}

function efficient(swept: readonly Swept[]): EfficientGamma | null {
  const grid = GAMMA_GRID.map((gamma, place) => ({
    gamma,
    accuracyPpBySeed: [100 * meanOf(swept.map(({ right }) => right[place] ?? 0))],
  }))
  return efficientGamma(grid, [100 * meanOf(swept.map(({ sc }) => sc))])
}

function drawn(swept: readonly Swept[], random: SeededRandom): Swept {
  return swept[random.int(0, swept.length - 1)] ?? { right: [], calls: [], tokens: [], sc: 0 }
}

function checkGamma(gamma: number, swept: readonly Swept[], { next }: SeededRandom): GammaCheck {
  const place = GAMMA_GRID.findIndex((each) => each === gamma)
  const right = Float64Array.from(swept, (each) => each.right[place] ?? 0)
  const calls = Float64Array.from(swept, (each) => each.calls[place] ?? 0)
  const sc = Float64Array.from(swept, (each) => each.sc)
  const pairs = new Float64Array(swept.length).fill(1)
  const alike = { calls, tokens: calls }
  const [found] = pairedDifferences([{ method: { right, ...alike }, baseline: { right: sc, ...alike }, pairs }])
  return {
    gamma,
    questions: swept.length,
    accuracy: meanOf([...right]),
    scAccuracy: meanOf([...sc]),
    difference: found?.accuracy ?? null,
    p: signFlipTest(
      swept.map((each) => (each.right[place] ?? 0) - each.sc),
      next,
    ).p,
    calls: meanOf([...calls]),
    tokens: known(swept.map((each) => each.tokens[place] ?? null)),
  }
}

function known(tokens: readonly (number | null)[]): number | null {
  const known = tokens.filter((each) => each !== null)
  return known.length < tokens.length || known.length === 0 ? null : meanOf(known)
}

/** Whether CGES will help by a signal, null if that cannot be told, and why. */
interface TunedAdvice {
  readonly helps: boolean | null
  readonly verdict: GammaVerdict
}

/** Judges how the chosen γ does on the held-out rest; `budget` is that of SC, samples per question. */
export function tunedAdvice(tuned: TunedSignal, budget: number): TunedAdvice {
  const { slice, checks, chosen, quality } = tuned
  const bare = { counts: {}, why: null }
  if (slice === 'all wrong') return { helps: null, verdict: { kind: 'all_wrong', ...bare } }
  const [check] = checks
  if (check === undefined || chosen === null) return { helps: null, verdict: { kind: 'no_candidate', ...bare } }
  const { median } = quality
  if (median !== null && isTooLow(tuned)) {
    return { helps: false, verdict: { kind: 'low_confidence', counts: { median }, why: null } }
  }
  if (!chosen.qualified) return { helps: false, verdict: { kind: 'accuracy_lost', ...bare } }
  const { gamma } = check
  const word = judgedCheck(check)
  if (word === 'worse') return { helps: false, verdict: { kind: 'not_confirmed', counts: { gamma }, why: null } }
  const counts = { gamma, saved: 1 - check.calls / budget }
  if (word === 'inconclusive') {
    const { low = null, high = null } = check.difference ?? {}
    const difference = low === null ? null : check.accuracy - check.scAccuracy
    return { helps: null, verdict: { kind: 'too_few', counts: { ...counts, difference, low, high }, why: null } }
  }
  return { helps: true, verdict: { kind: 'helps', counts, why: null } }
}

/** Whether most answers count against themselves; not once a recalibration is adopted. */
export function isTooLow({
  quality: { median },
  recalibration,
}: Pick<TunedSignal, 'quality' | 'recalibration'>): boolean {
  return median !== null && median < 0.5 && recalibration?.adopted !== true
}

/** Judges a γ against SC on the held-out rest. */
export function judgedCheck({ difference, p }: GammaCheck): ReturnType<typeof judgeDifference> {
  return difference === null ? 'inconclusive' : judgeDifference({ ...difference, holmP: p }, DEFAULT_MARGIN)
}

/** Writes the method with the γ that was chosen, and the recalibration if one was adopted. */
export function tunedMethod({ signal, chosen, recalibration }: TunedSignal): string {
  const map = recalibration?.adopted === true ? `,map=${recalibration.map.join(';')}` : ''
  return `cges:confidence=${signal},gamma=${chosen?.gamma ?? FIXED_GAMMA}${map}`
}

import {
  bisect,
  expectedAuc,
  expectedError,
  meanConfidence,
  type ModelProfile,
  type ProfiledQuestion,
  samplePopulation,
  separatedProfile,
  type SolvedProfile,
} from '@cges-fleet/statistics'
import { normalNodes } from './normal-nodes.js'
import type { PaperBenchmark, PaperSignal } from '../profile/paper-benchmark.js'

/** Noise of the token signals on the logit scale: the paper says their drift stays below 0.4. */
const TOKEN_NOISE = 0.25

/** The draws that represent the reward model's noise: it is wide, and few draws would look like miscalibration. */
export const WIDE_NOISE = normalNodes(128)

interface SignalRule {
  readonly within: number
  /** The share of the noise that belongs to the question. */
  readonly eta: number
  /** Mean confidence is accuracy + bias · ECE. */
  readonly bias: number
  /** Whether the spread is scaled until the ECE is met, beyond what the bias gives. */
  readonly dispersed: boolean
}

export interface SignalTarget {
  readonly ece: number
  readonly auc: number
}

/**
 * Fits one signal of one benchmark to its published ECE and AUC, and to nothing else. The separation of right from wrong is
 * bisected on the AUC; then mean confidence is set (token signals: `accuracy ± ECE`, so that the ECE follows), and for the
 * reward model the spread is narrowed until the ECE is met. `questions` have z = 0, for pooled numbers see only the sum of
 * a question's noise and a sample's. Deterministic.
 */
export function fitSignal(
  [benchmark, signal]: readonly [PaperBenchmark, PaperSignal],
  target: SignalTarget,
  questions: readonly ProfiledQuestion[],
): Omit<SolvedProfile, 'meanAccuracy'> {
  const rule = ruleOf(benchmark, signal)
  const noise: Pick<ModelProfile['confidence'], 'within' | 'noise' | 'questionNoise'> = {
    within: rule.within,
    noise: rule.dispersed ? 1 : TOKEN_NOISE,
    questionNoise: 0,
  }
  const separated = (by: number): SolvedProfile => separatedProfile(noise, questions, by)
  const nodes = rule.dispersed ? WIDE_NOISE : undefined
  const apart = separated(
    bisect((by) => expectedAuc(samplePopulation(separated(by), questions, nodes)) - target.auc, 0, 12),
  )
  const points = samplePopulation(apart, questions, nodes)
  const wanted = apart.meanAccuracy + rule.bias * target.ece
  const scaled = (scale: number) => points.map((point) => ({ ...point, logit: scale * point.logit }))
  const shiftOf = (scale: number): number => {
    const spread = scaled(scale)
    return bisect((a) => meanConfidence(spread, a) - wanted, -30, 30)
  }
  const eceAt = (by: number): number => expectedError(scaled(by), shiftOf(by))
  const scale = rule.dispersed ? widestScale(eceAt, target.ece) : 1
  return {
    a: rounded(shiftOf(scale)),
    b: rounded(scale * apart.b),
    c: rounded(scale * apart.c),
    sigma: rounded(scale * apart.sigma),
    eta: rule.eta,
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(5))
}

/** Narrows a spread that is much too wide until its ECE is met; a narrower one may meet it again, being too timid. */
function widestScale(eceAt: (scale: number) => number, ece: number): number {
  let scale = 20
  while (scale > 0.1 && eceAt(scale * 0.9) > ece) scale *= 0.9
  return bisect((by) => eceAt(by) - ece, scale * 0.9, scale)
}

/** One rule for all token signals. The reward model's was found after looking at CGES's rows, and is reported as such. */
function ruleOf(benchmark: PaperBenchmark, signal: PaperSignal): SignalRule {
  if (signal === 'rm') {
    return benchmark === 'math500' || benchmark === 'gsm8k'
      ? { within: 0.5, eta: 0.75, bias: 0, dispersed: true }
      : { within: 0, eta: 0.75, bias: -0.8, dispersed: true }
  }
  // The geometric mean cannot exceed the arithmetic one, which is overconfident by nearly as much.
  const under = benchmark === 'gsm8k' && (signal === 'lns-geom' || signal === 'mars')
  return { within: 0.25, eta: 0.5, bias: under ? -1 : 1, dispersed: false }
}

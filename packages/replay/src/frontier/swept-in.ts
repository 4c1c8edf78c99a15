import {
  type CertifiedSpec,
  isCertified,
  type MethodSpec,
  questionsRefusal,
  ranksQuestions,
  sweptValues,
} from '@cges-fleet/methods'
import type { Recording } from '../recording.js'

/** The parameter a method is swept over, with its values in ascending order, the method's own among them. */
export interface SweptIn {
  readonly parameter: string
  readonly own: number
  readonly values: readonly number[]
}

/** Calls a question that a total is swept over; each question gets one at least. */
const SHARES = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 24, 32, 64]
/** The values DSC's threshold is swept over: it decides a set anew at each. */
const THRESHOLDS = [0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 0.999]
/** How many stops may differ from the full vote, over which a certified threshold is swept. */
const ALPHAS = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3]

/**
 * Returns the parameter a method is swept over on these questions: its own threshold, the total calls of one with a
 * total budget, or the α of one whose threshold is certified.
 */
export function sweptIn(spec: MethodSpec, recordings: readonly Pick<Recording, 'replicate'>[]): SweptIn | null {
  const questions = recordings.filter(({ replicate }) => replicate === 0).length
  if ('totalCalls' in spec) {
    const totals = SHARES.filter((share) => share <= spec.budget).map((share) => Math.round(share * questions))
    return around('totalCalls', spec.totalCalls, totals)
  }
  if (ranksQuestions(spec)) return around('threshold', spec.threshold, THRESHOLDS)
  if (!isCertified(spec)) return sweptValues(spec)
  const alphas = ALPHAS.filter((alpha) => questionsRefusal(promising(spec, alpha), questions, [spec.budget]) === null)
  return around('certified', spec.certified[0], alphas)
}

/** A method at one value of its swept parameter, if its results on other questions depend on it; else unchanged. */
export function atValue(spec: MethodSpec, value: number): MethodSpec {
  if ('totalCalls' in spec) return { ...spec, totalCalls: value }
  if (isCertified(spec)) return promising(spec, value)
  return ranksQuestions(spec) ? { ...spec, threshold: value } : spec
}

function promising(spec: CertifiedSpec, alpha: number): CertifiedSpec {
  return { ...spec, certified: [alpha, spec.certified[1]] }
}

function around(parameter: string, own: number, others: readonly number[]): SweptIn {
  return { parameter, own, values: [...new Set([...others, own])].toSorted((a, b) => a - b) }
}

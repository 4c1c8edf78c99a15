import type { Decision } from './decision.js'
import { type CertifiedSpec, type MethodSpec, ruleOf } from './rules/all-rules.js'
import type { ReportedSpec } from './rules/external.js'
import { SC } from './rules/sc.js'
import type { Vote } from './votes.js'

/** A threshold fixed on calibration questions. */
export type Certification = {
  /** Null if no threshold keeps the promise: then the whole budget is drawn. */
  readonly threshold: number | null
  /** Questions it was fixed on. */
  readonly questions: number
  /** Of those, how many stops at the threshold differ from the vote of the whole budget; of the strictest if none is kept. */
  readonly disagreements: number
  /** Calibration questions that could not be drawn whole; the promise is not about such. */
  readonly leftOut: number
}

/** A trial's role for a certified threshold: whether it is one of those it is fixed on, and the threshold fixed. */
export type CertifiedPlace = { readonly calibrates: boolean; readonly fixed: Certification | null }

/**
 * Fixes a threshold: of the thresholds of its rule, from strict to loose, the last that keeps the promise on questions
 * drawn whole. `drawn` holds each question's samples, at least a budget of them, or null for one that could not be drawn.
 * Pure, and blind to what is right. Throws as `decide` does.
 */
export function certify(spec: CertifiedSpec, drawn: readonly (readonly Vote[] | null)[]): Certification {
  const whole = drawn.filter((votes) => votes !== null)
  const { parameter, values } = testedBy(spec)
  const rule = ruleOf(spec)
  const differing = values.map(() => 0)
  for (const votes of whole) {
    const full = SC.decide({ method: 'sc', budget: spec.budget }, votes)
    const stops =
      rule.sweep?.(spec, votes, values) ?? values.map((at) => rule.decide({ ...spec, [parameter]: at }, votes))
    for (const [at, stop] of stops.entries()) {
      if (answerOf(stop) !== answerOf(full)) differing[at] = (differing[at] ?? 0) + 1
    }
  }
  const chosen = whole.length === 0 ? null : certifyThreshold(differing, whole.length, promiseOf(spec))
  return {
    threshold: chosen === null ? null : (values[chosen] ?? null),
    questions: whole.length,
    disagreements: differing[chosen ?? 0] ?? 0,
    leftOut: drawn.length - whole.length,
  }
}

/**
 * Decides a trial for a method with a certified threshold. A calibration question is drawn whole; others stop at the
 * threshold once it is fixed, and until then ask for no more than every threshold would. Throws as `decide` does.
 */
export function decideCertified(
  spec: CertifiedSpec,
  prefix: readonly Vote[],
  { calibrates, fixed }: CertifiedPlace,
): Decision {
  const { parameter, values } = testedBy(spec)
  const rule = ruleOf(spec)
  if (calibrates || (fixed !== null && fixed.threshold === null)) {
    const full = SC.decide({ method: 'sc', budget: spec.budget }, prefix)
    return full.state === 'stopped' && calibrates ? { ...full, reason: 'calibration' } : full
  }
  if (fixed !== null) return rule.decide({ ...spec, [parameter]: fixed.threshold }, prefix)
  const loosest = rule.decide({ ...spec, [parameter]: values.at(-1) }, prefix)
  if (loosest.state === 'open') return loosest
  return { state: 'open', until: loosest.calls, leader: loosest.answer, score: loosest.score }
}

function answerOf(decision: Decision): string | null {
  return decision.state === 'stopped' ? decision.answer : decision.leader
}

function testedBy(spec: CertifiedSpec): { readonly parameter: string; readonly values: readonly number[] } {
  const { swept } = ruleOf(spec)
  if (swept?.certifies === undefined) throw new TypeError(`${spec.method} has no threshold to certify`)
  return { parameter: swept.parameter, values: swept.certifies }
}

/** A promise: with probability at least 1 − δ over the calibration set, at most α of questions get another answer than the full vote. */
export type Promised = { readonly alpha: number; readonly delta: number }

/**
 * Returns the fewest calibration questions a promise needs: with fewer, even zero disagreements would not certify it.
 */
export function leastCalibration({ alpha, delta }: Promised): number {
  return Math.ceil(Math.log(delta) / Math.log1p(-alpha) - 1e-9)
}

/**
 * Gives P(Bin(n, α) ≤ disagreements), the p-value of "stops differ from the full vote in more than α of questions".
 * `questions` is a whole number ≥ 1.
 */
export function disagreementP(disagreements: number, questions: number, alpha: number): number {
  let log = questions * Math.log1p(-alpha)
  let sum = 0
  for (let k = 0; k <= disagreements; k += 1) {
    sum += Math.exp(log)
    log += Math.log(questions - k) - Math.log(k + 1) + Math.log(alpha) - Math.log1p(-alpha)
  }
  return Math.min(1, sum)
}

/**
 * Chooses the loosest threshold that keeps a promise: walks the disagreements, strict to loose, while each p-value is at
 * most δ, and gives the place of the last; null if none is. Testing in a fixed order needs no correction.
 */
export function certifyThreshold(
  disagreements: readonly number[],
  questions: number,
  { alpha, delta }: Promised,
): number | null {
  const end = disagreements.findIndex((each) => disagreementP(each, questions, alpha) > delta)
  const passed = end < 0 ? disagreements.length : end
  return passed === 0 ? null : passed - 1
}

/** Calibrating on fewer questions than this certifies little, even if fewer could. */
const USUAL = 150

/** The promise a certified method makes. */
export function promiseOf({ certified: [alpha, delta] }: Pick<CertifiedSpec, 'certified'>): Promised {
  return { alpha, delta }
}

/** Returns how many questions a certified method needs to fix its threshold on. */
export function calibrationSize(spec: Pick<CertifiedSpec, 'certified' | 'calibrate'>): number {
  return spec.calibrate ?? Math.max(USUAL, leastCalibration(promiseOf(spec)))
}

/**
 * Explains why a certified method cannot keep its promise on a set of questions; null if it can. If it calibrates on
 * all of them it decides no others, so another method must draw them whole: SC at the same budget, one of `budgets`.
 */
export function certifiedRefusal(spec: CertifiedSpec, questions: number, budgets: readonly number[]): string | null {
  const least = leastCalibration(promiseOf(spec))
  if (questions < least) {
    const [alpha, delta] = spec.certified
    return `certified=${alpha}/${delta} takes at least ${least} questions to fix the threshold on, and there are ${questions}`
  }
  const size = calibrationSize(spec)
  if (size < questions || budgets.includes(spec.budget)) return null
  return `it fixes the threshold on ${size} questions, and of ${questions} none would be left to stop early on: set calibrate to fewer, or add sc@${spec.budget}, which draws them whole anyway`
}

/** Explains what is wrong with a method's certified threshold, if its values are each valid; null if nothing is. */
export function certifiedProblem(given: Readonly<Record<string, unknown>>): {
  readonly problem: string
  readonly path: readonly string[]
} | null {
  const { certified, calibrate, abstainBelow } = given
  if (!isPair(certified)) {
    if (calibrate === undefined) return null
    return { problem: 'calibrate goes with certified, as in certified=0.02/0.1', path: ['calibrate'] }
  }
  if (abstainBelow !== undefined) {
    const problem =
      'abstainBelow does not go with certified: its promise is that stops give the answer of the whole vote'
    return { problem, path: ['abstainBelow'] }
  }
  const [alpha, delta] = certified
  const least = leastCalibration({ alpha, delta })
  const size = calibrationSize({ certified, ...(typeof calibrate === 'number' ? { calibrate } : {}) })
  if (least > MOST) {
    return { problem: `certified=${alpha}/${delta} would take ${least} questions: promise less`, path: ['certified'] }
  }
  if (size >= least) return null
  const problem = `calibrate must be at least ${least} for certified=${alpha}/${delta}: fewer questions certify nothing`
  return { problem, path: ['calibrate'] }
}

/** Most questions a threshold is fixed on. */
const MOST = 10_000

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2
}

/** Returns whether a method's threshold is fixed on calibration questions. */
export function isCertified(spec: ReportedSpec): spec is CertifiedSpec {
  return spec.certified !== undefined
}

/**
 * Explains why a method cannot be run on that many questions; null if it can. `budgets` are those of SC beside it,
 * which draws every question whole.
 */
export function questionsRefusal(spec: MethodSpec, questions: number, budgets: readonly number[]): string | null {
  if (isCertified(spec)) return certifiedRefusal(spec, questions, budgets)
  if (!('totalCalls' in spec) || spec.totalCalls >= questions) return null
  return `totalCalls must be at least ${questions}, one for each question of a replicate, not ${spec.totalCalls}`
}

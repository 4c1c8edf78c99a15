import type { Decision } from '../decision.js'
import { type CertifiedSpec, ruleOf } from '../rules/all-rules.js'
import { SC } from '../rules/sc.js'
import type { Vote } from '../vote.js'
import { promiseOf } from './calibration-size.js'
import { certifyThreshold } from './certify-threshold.js'

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

import type { CertifiedSpec } from '../rules/all-rules.js'
import { leastCalibration, type Promised } from './certify-threshold.js'

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

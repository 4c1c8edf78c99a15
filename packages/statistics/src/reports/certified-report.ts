import type { CertifiedReport } from '@cges-fleet/core'
import { calibrationSize, type Certification, type CertifiedSpec } from '@cges-fleet/methods'

/** Of a certified method: what was fixed, in how large a set of questions, and its sums over what it resolved. */
interface CertifiedTotals {
  readonly fixed?: Certification | null
  readonly questions?: number
}

/** The trials it resolved, and the calls they were charged. */
interface ResolvedSums {
  readonly resolved: number
  readonly calls: number
}

/**
 * Reports a certified threshold: its promise, what was fixed, and its mean calls on the trials nothing was fixed on, which
 * is what the threshold itself costs. Calibration questions are charged their whole budget each.
 */
export function certifiedReport(
  spec: CertifiedSpec,
  { fixed = null, questions = 0 }: CertifiedTotals,
  { resolved, calls }: ResolvedSums,
  interim: boolean,
): CertifiedReport {
  const [alpha, delta] = spec.certified
  const size = calibrationSize(spec)
  const isShared = size >= questions
  const charged = fixed === null || isShared ? 0 : fixed.questions
  const others = resolved - charged
  const callsWithout =
    interim || isShared || fixed === null || others <= 0 ? null : (calls - charged * spec.budget) / others
  return { alpha, delta, wanted: Math.min(size, questions), fixed, callsWithout }
}

import { logGamma } from '@cges-fleet/methods'

/** Returns ln of n over k, for whole 0 ≤ k ≤ n. */
export function logChoose(n: number, k: number): number {
  return k === 0 || k === n ? 0 : logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
}

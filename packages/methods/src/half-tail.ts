import { remembered } from './remembered.js'

/** Beyond the most trials that are asked of. */
const MORE = 2048

/**
 * Gives P(Bin(v1 + v2 + 1, ½) ≤ v2) = P(Beta(v1 + 1, v2 + 1) < ½), exactly up to rounding: how likely the second of two
 * answers with these counts is the more frequent one. `v1` and `v2` are whole numbers ≥ 0 with v1 + v2 ≤ 1,024; in (0, 1).
 */
export function halfTail(v1: number, v2: number): number {
  return tailOf((v1 + v2) * MORE + v2)
}

const tailOf = remembered((counts: number): number => {
  const v2 = counts % MORE
  const trials = (counts - v2) / MORE + 1
  let term = 2 ** -trials
  let below = 0
  for (let k = 0; k <= v2; k += 1) {
    below += term
    term *= (trials - k) / (k + 1)
  }
  return below
})

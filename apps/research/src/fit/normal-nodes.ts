import { bisect } from '@cges-fleet/statistics'

/**
 * Gives `count` numbers that stand for the standard normal distribution: its quantiles at (i + ½) / count, scaled to a
 * variance of 1. Far smoother than as many draws.
 */
export function normalNodes(count: number): number[] {
  const quantiles = Array.from({ length: count }, (_, at) => {
    const share = (at + 0.5) / count
    return bisect((x) => normalShare(x) - share, -8, 8)
  })
  const scale = Math.sqrt(quantiles.reduce((sum, x) => sum + x * x, 0) / count)
  return quantiles.map((x) => x / scale)
}

/** The normal distribution function for |x| ≤ 8. Source: Marsaglia, Evaluating the normal distribution (2004). */
function normalShare(x: number): number {
  let sum = x
  let term = x
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum) && odd < 400; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - 0.918_938_533_204_672_7)
}

import { clampConfidence } from '@cges-fleet/methods'

/**
 * Adds noise to a confidence: clamp(clamp(C) + sigma · z), for a draw `z` from the standard normal distribution. Use
 * one `z` for each stored sample, the same for every gamma and sigma. Throws a RangeError on NaN.
 * The result depends on the clamp: noise that reaches 1 votes with ln(10⁶) nats.
 * Source: arXiv 2511.02603, appendix on robustness to confidence noise.
 */
export function noisyConfidence(confidence: number, sigma: number, z: number): number {
  return clampConfidence(clampConfidence(confidence) + sigma * z)
}

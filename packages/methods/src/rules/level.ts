import { share } from './parameter.js'
import type { Swept } from './swept.js'

/** The level of a test: how often it may stop on an answer that is not the most frequent one. */
export const LEVEL = {
  ...share('the largest chance of stopping on an answer that is not the likeliest: lower is surer and costs more'),
  preset: 0.1,
} as const

export const SWEPT_LEVEL = {
  parameter: 'alpha',
  symbol: 'α',
  scale: 'share',
  usual: [0.1, 0.05, 0.2, 0.01, 0.3, 0.02, 0.001, 0.5],
  certifies: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
  grid: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
} as const satisfies Swept

/** Evidence this little below 1/α still reaches it. */
const SLACK = 1e-12

/** Whether evidence, as a natural logarithm, reaches 1/α. */
export function reaches(logEvidence: number, alpha: number): boolean {
  return logEvidence >= -Math.log(alpha) - SLACK
}

/** Evidence as a score in [0, 1): one minus the p-value that holds at any time; it stops at 1 − α. */
export function sureness(logEvidence: number): number {
  return logEvidence <= 0 ? 0 : -Math.expm1(-logEvidence)
}

/**
 * The part of a level at which the answer to appear at `place`, from 1, is tested: the parts of all answers add up to
 * 1.
 */
export function levelShare(place: number): number {
  return 6 / (Math.PI * place) ** 2
}

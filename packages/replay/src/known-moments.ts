import { type Moments, moments } from '@cges-fleet/statistics'

/** Sums up the means of several seeds; null if one of them is not known, as NaN says. */
export function knownMoments(means: readonly number[]): Moments | null {
  return means.some((mean) => Number.isNaN(mean)) ? null : moments(means)
}

import { bisect } from './bisect.js'
import { mixtureShare } from './mixture-share.js'
import type { ModelProfile } from './model-profile.js'

/**
 * Returns the single-sample accuracies of `count` questions, the easiest first: quantiles of the profile's mixture at
 * (i + ½) / count, shifted on the logit scale until their mean is the profile's accuracy.
 */
export function questionAccuracies({ questions, accuracy }: ModelProfile, count: number): number[] {
  const cdf = (x: number): number => mixtureShare(questions, x)
  const raw = Array.from({ length: count }, (_, place) => {
    const at = 1 - (place + 0.5) / count
    return Math.min(
      1 - 1e-4,
      Math.max(
        1e-4,
        bisect((x) => cdf(x) - at, 0, 1),
      ),
    )
  })
  const moved = (shift: number): number[] => raw.map((p) => 1 / (1 + ((1 - p) / p) * Math.exp(-shift)))
  const mean = (all: readonly number[]): number => all.reduce((sum, p) => sum + p, 0) / count
  return moved(bisect((shift) => mean(moved(shift)) - accuracy, -12, 12))
}

/** The tolerance the paper allows, in percentage points below SC. */
const TOLERANCE_PP = 0.2

/** `chosenOnSameLabels` is always true: the accuracy at this gamma is optimistic, and must be shown as such. */
export type EfficientGamma = {
  readonly gamma: number
  readonly accuracyPp: number
  readonly qualified: boolean
  readonly chosenOnSameLabels: true
}

/**
 * Returns the paper's efficient threshold: the smallest gamma whose accuracy, averaged over seeds, is at most
 * `tolerancePp` below SC's; else the largest. One-sided: more accurate than SC qualifies. Accuracies are percentages,
 * `accuracyPpBySeed` one for each seed; null for an empty grid.
 * Source: arXiv 2511.02603, section 4 (main table).
 */
export function efficientGamma(
  grid: readonly { readonly gamma: number; readonly accuracyPpBySeed: readonly number[] }[],
  scPpBySeed: readonly number[],
  tolerancePp: number = TOLERANCE_PP,
): EfficientGamma | null {
  const least = mean(scPpBySeed) - tolerancePp - 1e-9
  const points = grid
    .map(({ gamma, accuracyPpBySeed }) => ({ gamma, accuracyPp: mean(accuracyPpBySeed) }))
    .toSorted((a, b) => a.gamma - b.gamma)
  const first = points.find(({ accuracyPp }) => accuracyPp >= least)
  const chosen = first ?? points.at(-1)
  return chosen === undefined ? null : { ...chosen, qualified: first !== undefined, chosenOnSameLabels: true }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

import { pearson } from '@cges-fleet/statistics'

/** Gives Spearman's rank correlation of two lists of equal length, equal values sharing their ranks; null as Pearson's. */
export function spearman(x: readonly number[], y: readonly number[]): number | null {
  return pearson(ranks(x), ranks(y))?.r ?? null
}

function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}

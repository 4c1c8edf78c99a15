/** Mean and sample standard deviation (n − 1) over seeds; no deviation of a single one. */
export interface Moments {
  readonly mean: number
  readonly std: number | null
}

/** Sums up one number over seeds, of at least one. */
export function moments(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < 2) return { mean, std: null }
  return { mean, std: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)) }
}

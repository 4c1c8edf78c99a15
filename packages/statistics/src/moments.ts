/** Mean and sample standard deviation (n − 1); null deviation for a single value. */
export interface Moments {
  readonly mean: number
  readonly std: number | null
}

/** Summarises one number over seeds or replicates, at least one, as the paper's tables show it. */
export function moments(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < 2) return { mean, std: null }
  return { mean, std: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)) }
}

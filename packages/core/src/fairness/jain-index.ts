/**
 * Measures in one number how fairly a resource was shared: 1 if everyone got the same for their weight, 1/n if one of n
 * got everything. Takes what each got divided by its weight, at least one above 0 and none below; NaN if all are 0.
 * Jain, Chiu and Hawe (1984).
 */
export function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0)
  const squares = shares.reduce((total, share) => total + share * share, 0)
  return (sum * sum) / (shares.length * squares)
}

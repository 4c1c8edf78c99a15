/**
 * Returns the mean number of calls a survival curve stands for: the sum of its values after 0 … budget − 1 calls, with
 * no trial taking more than the budget. `survival` has budget + 1 values, as survivalByCalls gives them.
 * Source: Irwin, The standard error of an estimate of expectation of life (1949): the restricted mean.
 */
export function restrictedMean(survival: readonly number[]): number {
  return survival.slice(0, -1).reduce((sum, share) => sum + share, 0)
}

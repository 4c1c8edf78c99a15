/** How many calls trials took: `closed` ended after `calls`, `open` are known to be unresolved after `depth`. */
type CallCounts = {
  readonly closed: readonly { readonly calls: number; readonly trials: number }[]
  readonly open: readonly { readonly depth: number; readonly trials: number }[]
  readonly budget: number
}

/**
 * Estimates the share of trials still unresolved after k = 0 … budget calls (budget + 1 numbers, never rising, the
 * first 1), using the open trials for as far as they were read: they are censored at their depth, and at risk of ending
 * up to it. Without open trials this is the plain share. If nothing was observed any more the curve stays level, so
 * that a trial there is expected to use up its budget.
 * Source: Kaplan and Meier, Nonparametric estimation from incomplete observations (1958).
 */
export function survivalByCalls({ closed, open, budget }: CallCounts): number[] {
  const ended = Array<number>(budget + 1).fill(0)
  const left = Array<number>(budget + 1).fill(0)
  for (const { calls, trials } of closed) add(ended, calls, trials)
  for (const { depth, trials } of open) add(left, depth, trials)
  let atRisk = [...ended, ...left].reduce((sum, trials) => sum + trials, 0)
  let survival = 1
  return ended.map((trials, calls) => {
    if (calls > 0 && atRisk > 0) survival *= (atRisk - trials) / atRisk
    atRisk -= trials + (left[calls] ?? 0)
    return survival
  })
}

function add(counts: number[], at: number, trials: number): void {
  const before = counts[at]
  if (before === undefined) throw new RangeError(`${at} calls are not in 0 … ${counts.length - 1}`)
  counts[at] = before + trials
}

/**
 * Returns the mean number of calls a survival curve stands for: the sum of its values after 0 … budget − 1 calls, with
 * no trial taking more than the budget. `survival` has budget + 1 values, as survivalByCalls gives them.
 * Source: Irwin, The standard error of an estimate of expectation of life (1949): the restricted mean.
 */
export function restrictedMean(survival: readonly number[]): number {
  return survival.slice(0, -1).reduce((sum, share) => sum + share, 0)
}

/**
 * Estimates how many samples open trials still need: `expected`, and `atMost`, which they cannot exceed.
 *
 * `survival` is the share of trials unresolved after 0 … budget calls, as survivalByCalls gives it; `open` counts the
 * open trials by the samples they have read (0: not started). A trial at depth d is expected to need the curve's mean
 * residual, Σ S(k)/S(d) over k = d … budget − 1, and needs at most budget − d, which also stands if S(d) is 0.
 */
export function expectedRemainingDraws(
  survival: readonly number[],
  open: readonly { readonly depth: number; readonly trials: number }[],
): { readonly expected: number; readonly atMost: number } {
  const budget = survival.length - 1
  const ahead = survival.slice()
  for (let k = budget; k >= 0; k -= 1) ahead[k] = k === budget ? 0 : (ahead[k + 1] ?? 0) + (survival[k] ?? 0)
  let expected = 0
  let atMost = 0
  for (const { depth, trials } of open) {
    const most = Math.max(0, budget - depth)
    const share = survival[depth] ?? 0
    expected += trials * (share > 0 ? Math.min(most, (ahead[depth] ?? 0) / share) : most)
    atMost += trials * most
  }
  return { expected, atMost }
}

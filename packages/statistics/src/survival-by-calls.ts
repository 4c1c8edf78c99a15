/** How many calls trials took: `closed` ended after `calls`, `open` are known to be unresolved after `depth`. */
export type CallCounts = {
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

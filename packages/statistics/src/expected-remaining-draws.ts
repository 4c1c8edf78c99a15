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

/**
 * Returns the chance that at least one of k samples is right, drawn without order from n of which c are (`any`,
 * pass@k), and that all are (`all`, pass^k). Whole numbers 0 ≤ c ≤ n, 1 ≤ k ≤ n; in [0, 1].
 * Sources: Chen et al., Evaluating large language models trained on code (2021); Yao et al., τ-bench (2024).
 */
export function passAt(k: number, right: number, n: number): { readonly any: number; readonly all: number } {
  return { any: 1 - noneOf(k, right, n), all: noneOf(k, n - right, n) }
}

/** The chance that k samples of n miss every one of `marked`: C(n − marked, k) / C(n, k). */
function noneOf(k: number, marked: number, n: number): number {
  let chance = 1
  for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, n - marked - drawn) / (n - drawn)
  return chance
}

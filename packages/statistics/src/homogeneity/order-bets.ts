/** Where bets on the order divide p from small to large, and by how much they raise the odds of a small one. */
export const ORDER_BETS = [0.1, 0.2, 0.35, 0.5, 0.7].flatMap((threshold) => [
  { threshold, odds: 3, weight: 0.075 },
  { threshold, odds: 9, weight: 0.075 },
  { threshold, odds: 1 / 3, weight: 0.05 },
])

/** Returns by how much a bet grows at a p: mean 1 over uniform p. */
export function orderBet(
  p: number,
  { threshold, odds }: { readonly threshold: number; readonly odds: number },
): number {
  const share = (odds * threshold) / (odds * threshold + 1 - threshold)
  return p < threshold ? share / threshold : (1 - share) / (1 - threshold)
}

/**
 * Returns the conformal p of the newest of a sequence of right and wrong answers: small if it is wrong and few are. With
 * `tie` uniform in [0, 1) these are independent and uniform if the order is exchangeable.
 *
 * @param wrong How many are wrong, the newest included.
 * @param all How many there are.
 */
export function conformalP(isRight: boolean, { wrong, all }: { wrong: number; all: number }, tie: number): number {
  return isRight ? (wrong + tie * (all - wrong)) / all : (tie * wrong) / all
}

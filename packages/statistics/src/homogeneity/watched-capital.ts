/** Money that is bet against an assumption: what waits for a change, and what was put on each bet. */
export interface Capital {
  readonly idle: number
  readonly bets: readonly number[]
}

/** Half is bet from the start, for what was never alike; the rest waits for a change. */
const FROM_START = 0.5

/** Returns the capital before anything was seen: 1 in all. */
export function startCapital(weights: readonly number[]): Capital {
  return { idle: 1 - FROM_START, bets: weights.map((weight) => FROM_START * weight) }
}

/**
 * Puts a share of what waits on the bets, and lets every bet grow. The sum never grows on average while the assumption
 * holds, so that it reaches 1 / α in at most a share α of all runs, however often it is looked at (Ville's inequality).
 */
export function growCapital(
  { idle, bets }: Capital,
  by: { readonly weights: readonly number[]; readonly factors: readonly number[]; readonly share: number },
): Capital {
  const moved = idle * by.share
  return {
    idle: idle - moved,
    bets: bets.map((bet, at) => (bet + moved * (by.weights[at] ?? 0)) * (by.factors[at] ?? 1)),
  }
}

/** Returns all of it. */
export function sumOfCapital({ idle, bets }: Capital): number {
  return bets.reduce((sum, bet) => sum + bet, idle)
}

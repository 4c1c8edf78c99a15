import { logChoose } from '../numerics.js'

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

/** The first samples of a block of trials, all of them drawn: by one server and by all, right and in all. */
interface BlockCounts {
  readonly drawn: number
  readonly right: number
  readonly all: number
  readonly allRight: number
}

/** How many times the odds of being right a server may have, beside all others: mostly it is bad servers that differ. */
export const ODDS = [
  { odds: 1 / 9, weight: 0.4 },
  { odds: 1 / 3, weight: 0.4 },
  { odds: 3, weight: 0.1 },
  { odds: 9, weight: 0.1 },
] as const

/**
 * Returns by how much a bet grows that a server's odds of being right are `odds` times those of the others: the
 * likelihood ratio of its count given the block's totals, Fisher's noncentral hypergeometric distribution against the
 * central one. Its mean is 1 if servers make no difference, whatever the share of right answers.
 */
export function serverBet({ drawn, right, all, allRight }: BlockCounts, odds: number): number {
  const least = Math.max(0, drawn + allRight - all)
  const most = Math.min(drawn, allRight)
  if (least === most) return 1
  let mean = 0
  for (let count = least; count <= most; count += 1) {
    const chance = logChoose(drawn, count) + logChoose(all - drawn, allRight - count) - logChoose(all, allRight)
    mean += Math.exp(chance + count * Math.log(odds))
  }
  return odds ** right / mean
}

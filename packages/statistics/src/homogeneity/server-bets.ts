import { logChoose } from '../log-choose.js'

/** The first samples of a block of trials, all of them drawn: by one server and by all, right and in all. */
export interface BlockCounts {
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

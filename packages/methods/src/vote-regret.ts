import { halfTail } from './half-tail.js'

/**
 * Gives the share of votes expected to be lost by giving the leader instead of the runner-up: E[(1 − 2X)⁺] with
 * X ~ Beta(v1 + 1, v2 + 1), the leader's part of the two. In (0, ¼]; counts as for `halfTail`.
 */
export function voteRegret(v1: number, v2: number): number {
  const a = v1 + 1
  const b = v2 + 1
  return halfTail(v1, v2) - ((2 * a) / (a + b)) * halfTail(v1 + 1, v2)
}

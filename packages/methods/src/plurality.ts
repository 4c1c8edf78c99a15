/** The outcome of a vote; `share` in (0, 1] is of the valid votes, `runnerUp` the second largest count, or 0. */
export type Plurality = {
  readonly answer: string
  readonly count: number
  readonly runnerUp: number
  readonly share: number
}

/**
 * Takes the vote that all methods share, so that no two of them differ by a tie rule: the larger count wins, then the
 * answer seen first. `counts` holds each answer's votes in the order of first occurrence; null if it is empty.
 */
export function plurality(counts: ReadonlyMap<string, number>): Plurality | null {
  let winner: string | null = null
  let top = 0
  let runnerUp = 0
  let votes = 0
  for (const [answer, count] of counts) {
    votes += count
    if (count > top) {
      runnerUp = top
      top = count
      winner = answer
    } else if (count > runnerUp) {
      runnerUp = count
    }
  }
  return winner === null ? null : { answer: winner, count: top, runnerUp, share: top / votes }
}

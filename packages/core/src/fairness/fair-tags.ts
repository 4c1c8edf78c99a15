export interface FairTurn {
  /** The pool's virtual time: the largest tag of which a sample has been started. */
  readonly virtual: number
  /** The last tag this team was given. */
  readonly last: number
  /** The team's share relative to others, above 0. */
  readonly weight: number
}

/**
 * Gives a team's next samples their places in a pool's queue, so that teams with work waiting get work done in
 * proportion to their weights, however much each has waiting. A team that was idle starts at the virtual time: it is
 * owed nothing for the time it asked for nothing, and waits behind nobody's backlog.
 *
 * Costs and tags are in tokens of work (`expectedCost`), costs above 0; tags rise strictly. Start-time fair queueing (Goyal, Vin and Cheng 1996),
 * served by finish tags.
 */
export function fairTags({ virtual, last, weight }: FairTurn, costs: readonly number[]): number[] {
  let tag = Math.max(virtual, last)
  return costs.map((cost) => (tag += cost / weight))
}

export interface FairTurn {
  /** The pool's virtual time: the largest tag of a started sample. */
  readonly virtual: number
  /** The last tag this team was given. */
  readonly last: number
  /** The team's share relative to others, above 0. */
  readonly weight: number
}

/**
 * Assigns tags to a team's next samples in a pool's queue by start-time fair queueing, so that backlogged teams get
 * work done in proportion to their weights, however long their backlogs are. A team that was idle starts at the virtual
 * time: it is owed nothing for its idle time, and waits behind nobody's backlog.
 *
 * Costs and tags are in tokens of work (`expectedCost`), costs above 0; tags rise strictly. Source: Goyal, Vin and
 * Cheng (1996), served by finish tags.
 */
export function fairTags({ virtual, last, weight }: FairTurn, costs: readonly number[]): number[] {
  let tag = Math.max(virtual, last)
  return costs.map((cost) => (tag += cost / weight))
}

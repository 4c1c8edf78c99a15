/** A team with work in a pool. */
export interface Sharer {
  readonly team: string
  readonly weight: number
  /** Slots reserved for it now; 0 for none. */
  readonly reserved: number
}

/** What reservations take of a pool together at most: without the rest a team’s turns would never come, and end no reservation. */
const MOST_RESERVED = 0.999

/**
 * Computes the weights that teams take turns by, so that each gets the share of its reserved slots at least: what its
 * weight gives it, or its reservation, whichever is more. The others share what is left by their weights, and without
 * reservations all weights stay as they are. Reservations of more slots than there are give way in proportion.
 */
export function effectiveWeights(slots: number, sharers: readonly Sharer[]): ReadonlyMap<string, number> {
  const wanted = sharers.reduce((sum, { reserved }) => sum + reserved, 0)
  const perSlot = wanted === 0 ? 0 : Math.min(1 / slots, MOST_RESERVED / wanted)
  const floor = ({ reserved }: Sharer) => reserved * perSlot
  let raised: readonly Sharer[] = []
  for (;;) {
    const perWeight = sharePerWeight(sharers, raised, floor)
    const short = sharers.filter((one) => raised.includes(one) || floor(one) > one.weight * perWeight)
    if (short.length === raised.length) {
      return new Map(sharers.map((one) => [one.team, raised.includes(one) ? floor(one) / perWeight : one.weight]))
    }
    raised = short
  }
}

/** The share of a pool for each unit of weight, once some have exactly their reservations. */
function sharePerWeight(
  sharers: readonly Sharer[],
  raised: readonly Sharer[],
  floor: (sharer: Sharer) => number,
): number {
  const taken = raised.reduce((sum, one) => sum + floor(one), 0)
  const weights = sharers.reduce((sum, one) => sum + (raised.includes(one) ? 0 : one.weight), 0)
  return (1 - taken) / weights
}

/** Slots reserved from one instant until another, in any unit of time. */
export interface ReservedTime {
  readonly from: number
  readonly until: number
  readonly slots: number
}

/** Returns how many slots are reserved at once at most, between two instants. */
export function mostReserved(reserved: readonly ReservedTime[], from: number, until: number): number {
  const starts = [from, ...reserved.map((one) => one.from)].filter((at) => at >= from && at < until)
  return Math.max(0, ...starts.map((at) => reservedAt(reserved, at)))
}

function reservedAt(reserved: readonly ReservedTime[], at: number): number {
  return reserved.reduce((sum, one) => sum + (one.from <= at && at < one.until ? one.slots : 0), 0)
}

/**
 * Computes how long work takes that all slots of a pool but those reserved for others do, from an instant on: `work` is
 * how long one slot would take. Infinite without slots.
 */
export function timeBeside(reserved: readonly ReservedTime[], slots: number, work: number, from = 0): number {
  if (slots <= 0) return Infinity
  const changes = reserved.flatMap((one) => [one.from, one.until]).filter((at) => at > from)
  let [now, left] = [from, work]
  for (const next of changes.toSorted((a, b) => a - b)) {
    const free = Math.max(0, slots - reservedAt(reserved, now))
    if (free > 0 && left <= free * (next - now)) return now + left / free - from
    left -= free * (next - now)
    now = next
  }
  return now + left / slots - from
}

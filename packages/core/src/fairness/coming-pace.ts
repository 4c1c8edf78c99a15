import { effectiveWeights, type ReservedTime, type Sharer } from './reservations.js'

/** From an instant on, in seconds from now: how fast a team gets on in a pool, beside how fast it does now. */
export interface PaceChange {
  readonly at: number
  /** 1: as fast as now. */
  readonly pace: number
}

/** Slots reserved for a team, in seconds from now. */
export interface TeamReservation extends ReservedTime {
  readonly team: string
}

/**
 * Computes how a team's pace in a pool changes as reservations begin and end, its own and others'. Teams with work now
 * are expected to keep it. A team without takes what will be reserved for it, and no more; what is reserved for it now it
 * leaves to others. The first change is now.
 *
 * @param sharers The teams with work now, and their weights.
 */
export function comingPaces(
  team: string,
  slots: number,
  sharers: readonly Omit<Sharer, 'reserved'>[],
  reserved: readonly TeamReservation[],
): PaceChange[] {
  const used = reserved.filter((one) => one.from > 0 || sharers.some((sharer) => sharer.team === one.team))
  const instants = new Set([0, ...used.flatMap((one) => [one.from, one.until]).filter((at) => at > 0)])
  const shares = [...instants]
    .toSorted((a, b) => a - b)
    .map((at) => ({
      at,
      share: shareOf(
        team,
        slots,
        sharers,
        used.filter((one) => one.from <= at && at < one.until),
      ),
    }))
  const now = shares[0]?.share ?? 0
  return now === 0 ? [] : shares.map(({ at, share }) => ({ at, pace: share / now }))
}

/** A team's share of a pool's turns while these reservations run; 0 if it has no work there. */
function shareOf(
  team: string,
  slots: number,
  sharers: readonly Omit<Sharer, 'reserved'>[],
  running: readonly TeamReservation[],
): number {
  const working = new Set(sharers.map((one) => one.team))
  const idle = new Set(running.map((one) => one.team).filter((name) => !working.has(name)))
  const teams = [...sharers, ...[...idle].map((name) => ({ team: name, weight: 0 }))]
  const weights = effectiveWeights(
    slots,
    teams.map((one) => ({ ...one, reserved: sumOf(running.filter((other) => other.team === one.team)) })),
  )
  return working.has(team) ? (weights.get(team) ?? 0) / total(weights.values()) : 0
}

function total(weights: Iterable<number>): number {
  return [...weights].reduce((sum, weight) => sum + weight, 0)
}

function sumOf(reserved: readonly ReservedTime[]): number {
  return reserved.reduce((sum, { slots }) => sum + slots, 0)
}

/** Computes how long work takes as paces change, in seconds: `seconds` is how long it takes at the present one. */
export function timeAtPaces(paces: readonly PaceChange[], seconds: number): number {
  let left = seconds
  for (const [nth, { at, pace }] of paces.entries()) {
    const lasts = (paces[nth + 1]?.at ?? Infinity) - at
    if (left <= pace * lasts) return at + left / pace
    left -= pace * lasts
  }
  return seconds
}

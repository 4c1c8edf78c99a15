import type { TeamLimit, Waits } from '../schemas/notes.js'
import type { PoolShare, PoolShares, TeamAllowance } from '../schemas/pool.js'

/** The constraint that limits a team's drawing in a pool. */
export type BindingConstraint = Exclude<
  Waits,
  { readonly kind: 'stuck' | 'paused' | 'import' | 'queue-away' | 'no-coordinator' | 'priority' }
>

/**
 * Finds the constraint that currently limits a team's work in a pool: slots and shares bind only if something of the
 * team is queued and no slot is free; if nothing is queued, it is what stops the coordinator from planning more.
 */
export function bindingConstraint({ slots, workers, teams, own: room, paused }: PoolShares): BindingConstraint {
  if (paused !== null) return { kind: 'pool-paused', counts: {}, why: paused }
  const viewer = teams.find((team) => team.own)
  if (viewer === undefined) return { kind: 'nothing-running', counts: { paused: room.pausedEvaluations }, why: null }
  if (slots === 0) return { kind: 'no-worker', counts: { known: workers.known }, why: workers.reason }
  if (viewer.waiting + viewer.backlog === 0) {
    return { kind: 'all-drawn', counts: { active: viewer.active, paused: room.pausedEvaluations }, why: null }
  }
  const held = heldBelowShare(slots, viewer, room)
  if (held !== null) return held
  const free = slots - teams.reduce((sum, { active }) => sum + active, 0)
  const bySlots = teams.length === 1 ? ofSlots(slots) : ofShare(slots, viewer, teams)
  if (viewer.waiting > 0 && free <= 0) return bySlots
  return (
    noMore(slots, viewer, room) ?? (free <= 0 ? bySlots : { kind: 'under-way', counts: { free, slots }, why: null })
  )
}

/**
 * Finds the limit or caps that keep a team with more work below its share of the slots: also at a moment in which a
 * sample has just ended, and while others borrow the rest. Null while most of what it may have waits for a slot.
 */
function heldBelowShare(slots: number, viewer: PoolShare, room: TeamAllowance): BindingConstraint | null {
  const { active, waiting, backlog, entitlement } = viewer
  if (active === 0 || active < waiting) return null
  const share = entitlement * slots
  const limit = room.limits.samplesInFlight
  // The limit holds over all pools: what is in flight elsewhere is taken from it.
  const most = limit === null ? Infinity : Math.max(0, limit - Math.max(0, room.inFlight - active - waiting))
  if (most < share && active + waiting + backlog > most) return ofLimit('samplesInFlight', slots, room)
  return active + waiting < share && backlog > 0 ? noMore(slots, viewer, room) : null
}

/** Finds what allows a team no further sample now. */
function noMore(slots: number, { evaluations }: PoolShare, room: TeamAllowance): BindingConstraint | null {
  const limit = room.by === null || room.samples !== 0 ? null : ofLimit(room.by, slots, room)
  if (limit !== null || room.cappedEvaluations < evaluations) return limit
  return { kind: 'caps', counts: { evaluations: room.cappedEvaluations }, why: null }
}

function ofLimit(by: TeamLimit, slots: number, { limits, inFlight }: TeamAllowance): BindingConstraint | null {
  const most = limits[by]
  return most === null ? null : { kind: 'team-limit', counts: { most, inFlight, slots }, why: by }
}

function ofSlots(slots: number): BindingConstraint {
  return { kind: 'slots', counts: { slots }, why: null }
}

function ofShare(slots: number, { entitlement, share }: PoolShare, teams: readonly PoolShare[]): BindingConstraint {
  const reserved = teams.reduce((sum, team) => sum + (team.own ? 0 : team.reserved), 0)
  return { kind: 'share', counts: { slots, entitlement, share, reserved }, why: null }
}

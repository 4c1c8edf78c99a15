import type { Waits } from '../schemas/notes.js'
import type { PoolShare, PoolShares } from '../schemas/pool.js'

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
  const free = slots - teams.reduce((sum, { active }) => sum + active, 0)
  const bySlots = teams.length === 1 ? ofSlots(slots) : ofShare(slots, viewer, teams)
  if (viewer.waiting > 0 && free <= 0) return bySlots
  const most = room.by === null ? null : room.limits[room.by]
  if (room.by !== null && most !== null && room.samples === 0) {
    return { kind: 'team-limit', counts: { most, inFlight: room.inFlight, slots }, why: room.by }
  }
  if (room.cappedEvaluations >= viewer.evaluations) {
    return { kind: 'caps', counts: { evaluations: room.cappedEvaluations }, why: null }
  }
  return free <= 0 ? bySlots : { kind: 'under-way', counts: { free, slots }, why: null }
}

function ofSlots(slots: number): BindingConstraint {
  return { kind: 'slots', counts: { slots }, why: null }
}

function ofShare(slots: number, { entitlement, share }: PoolShare, teams: readonly PoolShare[]): BindingConstraint {
  const reserved = teams.reduce((sum, team) => sum + (team.own ? 0 : team.reserved), 0)
  return { kind: 'share', counts: { slots, entitlement, share, reserved }, why: null }
}

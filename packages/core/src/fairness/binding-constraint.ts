import type { OwnRoom, PoolShare, PoolShares } from '../schemas/pool-shares.js'

/** The constraint that limits a team's drawing in a pool. */
export type BindingConstraint =
  | { readonly kind: 'pool-paused' }
  | { readonly kind: 'nothing-running'; readonly paused: number }
  /** `known` workers exist, and none of them is ready. */
  | { readonly kind: 'no-worker'; readonly known: number; readonly reason: string | null }
  /** Everything that could be drawn is being drawn. */
  | { readonly kind: 'all-drawn'; readonly active: number; readonly paused: number }
  | { readonly kind: 'slots'; readonly slots: number }
  | { readonly kind: 'share'; readonly slots: number; readonly own: PoolShare }
  | {
      readonly kind: 'team-limit'
      readonly limit: NonNullable<OwnRoom['by']>
      readonly most: number
      readonly inFlight: number
      readonly slots: number
    }
  | { readonly kind: 'caps'; readonly evaluations: number }
  /** Nothing limits it: the next samples are on their way. */
  | { readonly kind: 'under-way'; readonly free: number; readonly slots: number }

/**
 * Finds the constraint that currently limits a team's work in a pool: slots and shares bind only if something of the
 * team is queued and no slot is free; if nothing is queued, it is what stops the coordinator from planning more.
 */
export function bindingConstraint(
  { slots, workers, teams, own: room }: PoolShares,
  pool: { readonly paused: boolean },
): BindingConstraint {
  if (pool.paused) return { kind: 'pool-paused' }
  const own = teams.find((team) => team.own)
  if (own === undefined) return { kind: 'nothing-running', paused: room.pausedEvaluations }
  if (slots === 0) return { kind: 'no-worker', known: workers.known, reason: workers.reason }
  if (own.waiting + own.backlog === 0) return { kind: 'all-drawn', active: own.active, paused: room.pausedEvaluations }
  const free = slots - teams.reduce((sum, { active }) => sum + active, 0)
  const bySlots = teams.length === 1 ? ({ kind: 'slots', slots } as const) : ({ kind: 'share', slots, own } as const)
  if (own.waiting > 0 && free <= 0) return bySlots
  const most = room.by === null ? null : room.limits[room.by]
  if (room.by !== null && most !== null && room.samples === 0) {
    return { kind: 'team-limit', limit: room.by, most, inFlight: room.inFlight, slots }
  }
  if (room.cappedEvaluations >= own.evaluations) return { kind: 'caps', evaluations: room.cappedEvaluations }
  return free <= 0 ? bySlots : { kind: 'under-way', free, slots }
}

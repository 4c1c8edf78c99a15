import { counted, countedOf, inNumber } from '../counted.js'
import type { OwnRoom, PoolShare, PoolShares } from '../schemas/pool.js'

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

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Explains in a sentence why a team's work waits in a pool, or that it does not: the same on pages, in answers and in a terminal. */
export function constraintWords(binding: BindingConstraint): string {
  switch (binding.kind) {
    case 'pool-paused':
      return 'The pool is paused: nothing is drawn until whoever runs it lets it go on.'
    case 'nothing-running':
      return binding.paused === 0
        ? 'Your team has nothing running here.'
        : `Your team has nothing running here: ${counted(binding.paused, 'evaluation')} of yours ${inNumber(binding.paused, 'is', 'are')} paused.`
    case 'no-worker':
      return binding.known === 0
        ? 'No worker is here: your samples wait for one.'
        : `No worker is ready, of ${grouped.format(binding.known)}${binding.reason === null ? '' : ` (${binding.reason})`}: your samples wait for one.`
    case 'all-drawn':
      return `All that your team can draw here now is in flight: ${counted(binding.active, 'sample')}.${binding.paused === 0 ? '' : ` ${counted(binding.paused, 'evaluation')} more of yours ${inNumber(binding.paused, 'is', 'are')} paused.`}`
    case 'slots':
      return `All ${counted(binding.slots, 'slot')} ${inNumber(binding.slots, 'is', 'are')} your team’s; what waits, waits for them.`
    case 'share':
      return ofShare(binding)
    case 'team-limit':
      return ofLimit(binding)
    case 'caps':
      return `The caps of your ${counted(binding.evaluations, 'evaluation')} running here allow no further sample: what is in flight still lands. Extend them to go on.`
    case 'under-way':
      return `Nothing holds your team’s work: ${countedOf(binding.free, binding.slots, 'slot')} ${inNumber(binding.free, 'is', 'are')} free, and its next samples are on their way.`
  }
}

function ofShare({ slots, own }: Extract<BindingConstraint, { kind: 'share' }>): string {
  const share = own.share === null ? '' : ` and has ${percent(own.share)} of what is in flight`
  return `Your team shares ${counted(slots, 'slot')} with others: its weight entitles it to ${percent(own.entitlement)}${share}.`
}

function ofLimit({ limit, most, inFlight, slots }: Extract<BindingConstraint, { kind: 'team-limit' }>): string {
  switch (limit) {
    case 'samplesInFlight':
      return `Your team’s own limit holds it at ${counted(most, 'sample')} in flight at once, over all pools: ${grouped.format(inFlight)} are, and the ${counted(slots, 'slot')} here could take more.`
    case 'tokensToday':
      return `Your team’s limit of ${counted(most, 'token')} a day leaves none for another sample: it waits for tomorrow, or for the limit to be raised.`
    case 'gpuSecondsThisMonth':
      return `Your team’s limit of ${grouped.format(most)} GPU seconds a month leaves none for another sample: it waits for next month, or for the limit to be raised.`
    case 'storedBytes':
      return `Your team has stored the ${grouped.format(most)} bytes of questions and answers that its limit allows: nothing more is drawn until a fleet administrator raises it.`
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

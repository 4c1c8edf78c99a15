import { counted, inNumber } from './counted.js'
import type { Waits } from './schemas/notes.js'
import type { PoolShare, PoolShares } from './schemas/pool.js'

/**
 * Says how many slots of a pool the reader's team has beyond its share, or leaves to others, and when they go back or
 * what of its own holds it; null if neither is a whole slot, or no other team has work.
 */
export function borrowWords({ slots, teams }: Pick<PoolShares, 'slots' | 'teams'>, waits: Waits): string | null {
  const own = teams.find((team) => team.own)
  if (own === undefined || teams.length === 1 || slots === 0) return null
  const share = own.entitlement * slots
  const borrowed = Math.floor(own.active - share)
  if (borrowed >= 1) {
    return `Your team uses ${counted(own.active, 'slot')}, and its share is ${slotShare(share)}. It borrows ${borrowed} that other teams leave. They go back as your samples end, when others have work.`
  }
  const others = teams.reduce((sum, { active }) => sum + active, 0) - own.active
  const lent = Math.floor(Math.min(share - own.active, others - (slots - share)))
  if (lent < 1) return null
  return `Your team uses ${own.active} of the ${slotShare(share)} slots of its share. Other teams borrow ${lent}. ${heldWords(own, share, waits) ?? backWords(own, lent)}`
}

function backWords({ waiting, backlog }: PoolShare, lent: number): string {
  const more = waiting + backlog > 0 ? '' : ', once your team has more work'
  return `You get ${inNumber(lent, 'it', 'them')} back as their samples end${more}.`
}

/** Says what of a team's own keeps it from the rest of its share; null if it has that much waiting, or nothing does. */
function heldWords({ active, waiting }: PoolShare, share: number, waits: Waits): string | null {
  if (active + waiting >= share || (waits.kind !== 'team-limit' && waits.kind !== 'caps')) return null
  return `${ownHold(waits)}, so it cannot use the rest of its share.`
}

function ownHold(waits: Extract<Waits, { readonly kind: 'team-limit' | 'caps' }>): string {
  if (waits.kind === 'caps') return 'The caps of its evaluations allow no more samples'
  if (waits.why !== 'samplesInFlight') return 'Your team’s limits allow no more samples now'
  return `Your team’s limit is ${counted(waits.counts.most, 'sample')} in flight`
}

function slotShare(share: number): string {
  return String(Math.round(share * 10) / 10)
}

import { counted, inNumber } from './counted.js'
import type { PoolShares } from './schemas/pool.js'

/**
 * Says how many slots of a pool the reader's team has beyond its share, or leaves to others, and when they go back; null
 * if neither is a whole slot, or no other team has work.
 */
export function borrowWords({ slots, teams }: Pick<PoolShares, 'slots' | 'teams'>): string | null {
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
  const back = own.waiting > 0 ? '' : ', once your team has more work'
  return `Your team uses ${own.active} of the ${slotShare(share)} slots of its share. Other teams borrow ${lent}. You get ${inNumber(lent, 'it', 'them')} back as their samples end${back}.`
}

function slotShare(share: number): string {
  return String(Math.round(share * 10) / 10)
}

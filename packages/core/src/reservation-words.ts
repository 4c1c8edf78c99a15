import { counted, inNumber } from './counted.js'
import type { Reservation } from './schemas/reservations.js'
import { type InstantWords, inUtc } from './wait-words.js'

/** Says what is reserved for whom, and when. */
export function reservationWords(
  { slots, team, own, from, until }: Omit<Reservation, 'id' | 'pool'>,
  at: InstantWords = inUtc,
): string {
  const whom = own ? 'your team' : team === null ? 'another team' : `team ${team}`
  return `${counted(slots, 'slot')} ${inNumber(slots, 'is', 'are')} reserved for ${whom} from ${at(from)} to ${at(until)}.`
}

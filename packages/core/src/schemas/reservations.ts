import { z } from 'zod'
import { MOST_SLOTS } from './bounds.js'
import { TeamName } from './identity.js'

/** How many reservations a pool may have that run or are to come. */
export const MOST_RESERVATIONS = 50

/** How far ahead a reservation may end, in days. */
export const FARTHEST_RESERVATION_DAYS = 90

/** Slots of a pool that a team gets at least, for a time. */
export const Reservation = z.object({
  id: z.uuid(),
  pool: z.string(),
  team: z.string().nullable().describe('null: another team that the caller may not know'),
  own: z.boolean().describe('whether it is the caller’s team’s'),
  slots: z.int(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Reservation = z.infer<typeof Reservation>

export const ReservationList = z.object({ reservations: z.array(Reservation) })
export type ReservationList = z.infer<typeof ReservationList>

const instant = z.iso.datetime({ offset: true, error: 'must be a time with its zone, such as 2026-12-04T18:00:00Z' })

export const NewReservation = z.strictObject({
  team: TeamName.describe('who gets the slots'),
  slots: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MOST_SLOTS, `must be at most ${MOST_SLOTS}`)
    .describe('as many as the pool has beside other reservations of that time, at most'),
  from: instant.optional().describe('now unless given'),
  until: instant.describe(`${FARTHEST_RESERVATION_DAYS} days ahead at most`),
})
export type NewReservation = z.infer<typeof NewReservation>

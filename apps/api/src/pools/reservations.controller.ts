import {
  counted,
  FARTHEST_RESERVATION_DAYS,
  MOST_RESERVATIONS,
  type NewReservation,
  type Reservation,
  type ReservationList,
} from '@cges-fleet/core'
import { CancelReservation, ListReservations, ReserveSlots } from '@cges-fleet/core/contract'
import {
  cancelReservation,
  type Database,
  type Db,
  type ReservationFault,
  reserveSlots,
  shownReservation,
} from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Controller, Inject } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { teamOf } from '../identity/administered-teams.js'
import { IDENTITY_DATABASE } from '../tokens.js'
import { findPool, shownReservations, unknownPool, viewerOf } from './shares.js'

/** Slots of a pool that operators reserve for a team. */
@Controller()
export class ReservationsController {
  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
  ) {}

  @Serves(ListReservations)
  async list(
    @Caller() caller: Caller,
    @Input() { path: { pool } }: Input<typeof ListReservations>,
  ): Promise<ReservationList> {
    const viewer = viewerOf(caller, await findPool(this.shared, pool))
    return { reservations: await shownReservations(this.shared, pool, viewer) }
  }

  @Serves(ReserveSlots)
  async reserve(
    @Caller() caller: Caller,
    @Input() { path: { pool }, body }: Input<typeof ReserveSlots>,
  ): Promise<Reservation> {
    const times = timesWanted(body)
    const forTeam = await teamOf(this.identity, caller, body.team)
    const made = await reserveSlots(this.identity, { ...caller, pool, forTeam }, { ...body, ...times })
    if (typeof made !== 'string') throw unreservable(pool, body.slots, made)
    return { id: made, pool, team: body.team, own: forTeam === caller.team, slots: body.slots, ...times }
  }

  @Serves(CancelReservation)
  async cancel(
    @Caller() caller: Caller,
    @Input() { path: { pool, reservation: id } }: Input<typeof CancelReservation>,
  ): Promise<Reservation> {
    const cancelled = await cancelReservation(this.identity, { pool, id }, caller)
    if (cancelled === null) throw new Refusal('not_found', `Pool "${pool}" has no reservation ${id}.`)
    return shownReservation(cancelled, { team: caller.team, apart: true })
  }
}

const DAY_MS = 86_400_000

/** When a reservation is to run: from now on if no time is given. */
function timesWanted({ from, until }: NewReservation): { readonly from: string; readonly until: string } {
  const now = Date.now()
  const begins = from === undefined ? now : Date.parse(from)
  const ends = Date.parse(until)
  if (ends <= Math.max(now, begins)) throw refuseField('until', `must be after ${begins > now ? '"from"' : 'now'}`)
  if (ends > now + FARTHEST_RESERVATION_DAYS * DAY_MS)
    throw refuseField('until', `must be at most ${FARTHEST_RESERVATION_DAYS} days ahead`)
  return { from: new Date(begins).toISOString(), until: new Date(ends).toISOString() }
}

function unreservable(pool: string, slots: number, fault: ReservationFault): Refusal {
  switch (fault.kind) {
    case 'no-pool':
      return unknownPool(pool)
    case 'too-many':
      return new Refusal(
        'conflict',
        `Pool "${pool}" has ${MOST_RESERVATIONS} reservations, the most there may be. Cancel one first.`,
      )
    case 'no-room': {
      const left = Math.max(0, fault.slots - fault.reserved)
      const others = fault.reserved === 0 ? '' : `, and ${fault.reserved} of them are reserved at that time`
      const helps = left === 0 ? 'Choose another time' : `Reserve at most ${left}`
      return new Refusal(
        'conflict',
        `${counted(slots, 'slot')} cannot be reserved: pool "${pool}" has ${fault.slots}${others}. ${helps}.`,
      )
    }
  }
}

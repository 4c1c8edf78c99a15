import { AuditPage, logEntryWords, PoolShares, Reservation, ReservationList, type Role } from '@cges-fleet/core'
import {
  CancelReservation,
  GetPoolShares,
  ListAudit,
  ListReservations,
  pathOf,
  ReserveSlots,
} from '@cges-fleet/core/contract'
import { beforeAll, expect, it } from 'vitest'
import { POOL } from '../support/evaluation-rows.js'
import { useTeams } from './use-teams.js'

const teams = useTeams()
const path = { pool: POOL }

beforeAll(async () => {
  await teams().db.query('DELETE FROM worker')
  await teams().db.query(
    `INSERT INTO worker (id, pool, slots, ready, heartbeat_at) VALUES (gen_random_uuid(), $1, 8, true, now() + interval '1 hour')`,
    [POOL],
  )
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const reserve = (key: string, body: object) => teams().ask('POST', pathOf(ReserveSlots, { path }), { key, body })

const cancel = (key: string, reservation: string) =>
  teams().ask('DELETE', pathOf(CancelReservation, { path: { ...path, reservation } }), { key })

async function listedTo(key: string): Promise<Reservation[]> {
  const { body } = await teams().ask('GET', pathOf(ListReservations, { path }), { key })
  const { reservations } = ReservationList.parse(body)
  const shares = await teams().ask('GET', pathOf(GetPoolShares, { path }), { key })
  expect(PoolShares.parse(shares.body).reservations).toEqual(reservations)
  return reservations
}

it('lets operators and fleet administrators reserve and cancel, names the team to it and to them, and logs both', async () => {
  const { one, two } = teams()
  const wanted = { team: 'two', slots: 3, from: inHours(1), until: inHours(2) }
  for (const role of ['viewer', 'member', 'admin'] satisfies Role[])
    expect([role, (await reserve(one.keys[role], wanted)).status]).toEqual([role, 403])
  const made = Reservation.parse((await reserve(one.keys.operator, wanted)).body)
  expect(made).toEqual({ id: made.id, pool: POOL, own: false, ...wanted })
  expect(await listedTo(one.keys.operator)).toEqual([made])
  expect(await listedTo(one.keys.viewer)).toEqual([{ ...made, team: null }])
  expect(await listedTo(two.keys.viewer)).toEqual([{ ...made, own: true }])
  expect((await cancel(two.keys.admin, made.id)).status).toBe(403)
  const cancelled = await cancel(two.keys['fleet-admin'], made.id)
  expect([cancelled.status, cancelled.body]).toEqual([200, { ...made, own: true }])
  expect((await cancel(two.keys['fleet-admin'], made.id)).status).toBe(404)
  expect(await listedTo(one.keys.viewer)).toEqual([])
  const log = async (key: string) => {
    const answer = await teams().ask('GET', pathOf(ListAudit, { query: { about: 'pool' } }), { key })
    return AuditPage.parse(answer.body).entries.map(logEntryWords)
  }
  expect((await log(one.keys.admin))[0]).toMatch(new RegExp(`reserved 3 slots for team two of pool ${POOL}\\.$`))
  expect((await log(two.keys.admin))[0]).toMatch(/cancelled the reservation of 3 slots for team two/)
})

it('says what is wrong with a reservation, and what would do', async () => {
  const key = teams().one.keys.operator
  const refusal = async (changes: object) => {
    const { status, body } = await reserve(key, { team: 'two', slots: 1, until: inHours(1), ...changes })
    const { detail } = body as { readonly detail: string }
    return `${status} ${detail}`
  }
  expect(await refusal({ team: 'three' })).toMatch(/^404 .*no team "three"\. cges team list shows the teams\./)
  expect(await refusal({ slots: 0 })).toMatch(/^400 .*at least 1/)
  expect(await refusal({ until: inHours(-1) })).toMatch(/^400 .*after now/)
  expect(await refusal({ from: inHours(2) })).toMatch(/^400 .*after "from"/)
  expect(await refusal({ until: '2026-12-04 18:00' })).toMatch(/^400 .*with its zone/)
  expect(await refusal({ until: inHours(91 * 24) })).toMatch(/^400 .*at most 90 days ahead/)
  expect(await refusal({ slots: 9 })).toMatch(/^409 9 slots cannot be reserved: .* has 8. Reserve at most 8\.$/)
  expect((await reserve(key, { team: 'two', slots: 6, until: inHours(2) })).status).toBe(201)
  expect(await refusal({ slots: 3 })).toMatch(/has 8, and 6 of them are reserved at that time. Reserve at most 2\.$/)
  for (let n = 1; n < 50; n += 1)
    expect((await reserve(key, { team: 'one', slots: 1, from: inHours(n + 2), until: inHours(n + 3) })).status).toBe(
      201,
    )
  expect(await refusal({ from: inHours(100), until: inHours(101) })).toMatch(/^409 .*50 reservations, the most/)
})

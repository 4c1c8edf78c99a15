import { AuditPage, logEntryWords, PoolQueue, type QueueVisibility, type Role } from '@cges-fleet/core'
import {
  GetPoolHistory,
  GetPoolQueue,
  GetPoolShares,
  ListAudit,
  ListReservations,
  pathOf,
  SetQueueVisibility,
} from '@cges-fleet/core/contract'
import {
  createShareLink,
  type Database,
  type DataSource,
  notePools,
  openDatabase,
  sharedDatabase,
  shareHash,
  teamDatabase,
} from '@cges-fleet/db'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { POOL, round, submit } from '../support/evaluation-rows.js'
import { reservationOf } from './things-named.js'
import { type TestTeam, useTeams } from './use-teams.js'

const teams = useTeams()
const path = { pool: POOL }
let api: DataSource

/** An evaluation of each team waits, and team two has a reservation. */
beforeAll(async () => {
  const { db, one, two, databaseUrl } = teams()
  api = await openDatabase({ url: databaseUrl, application: 'test', connections: 1, role: 'api' })
  for (const { id, name, mark } of [one, two]) {
    const benchmark = { name: `numbers-${name}`, title: `Numbers ${mark}` }
    const changes = { name: `waiting ${mark}`, owner: `owner of ${name}` }
    await round(db, await submit(db, { team: id, benchmark, changes }))
  }
  await notePools(db)
  await reservationOf(teams(), two)
})
afterAll(() => api?.destroy())
beforeEach(() => teams().db.query(`UPDATE pool SET queue_visibility = 'counts'`))

const set = (key: string, visibility: string, pool = POOL) =>
  teams().ask('POST', pathOf(SetQueueVisibility, { path: { pool } }), { key, body: { visibility } })
const show = async (visibility: QueueVisibility) =>
  expect((await set(teams().one.keys.operator, visibility)).status).toBe(200)

async function queueOf(key: string): Promise<PoolQueue> {
  const { status, body } = await teams().ask('GET', pathOf(GetPoolQueue, { path }), { key })
  expect(status).toBe(200)
  return PoolQueue.parse(body)
}

/** All that a key is told of a pool. */
async function told(key: string): Promise<string> {
  const routes = [GetPoolQueue, GetPoolShares, GetPoolHistory, ListReservations]
  const answers = await Promise.all(routes.map((route) => teams().ask('GET', pathOf(route, { path }), { key })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return answers.map(({ text }) => text).join('\n')
}

const waitingOf = ({ name, mark }: TestTeam) => ({ name: `waiting ${mark}`, owner: `owner of ${name}`, team: name })

it('shows a stranger’s team numbers alone, unless an operator lets the pool show more', async () => {
  const { one, two } = teams()
  for (const role of ['viewer', 'member', 'admin'] satisfies Role[]) {
    const text = await told(one.keys[role])
    expect([text.includes(two.mark), text.includes('"two"'), text.includes('owner of two')], role).toEqual([
      false,
      false,
      false,
    ])
    expect((await queueOf(one.keys[role])).evaluations).toEqual([expect.objectContaining(waitingOf(one))])
  }
  // Those who run pools see teams apart, and no names of evaluations.
  const operator = await told(one.keys.operator)
  expect([operator.includes('"two"'), operator.includes(two.mark), operator.includes('owner of two')]).toEqual([
    true,
    false,
    false,
  ])
})

it('shows which teams use a pool, and no evaluation of theirs, where it shows teams', async () => {
  const { one, two } = teams()
  await show('teams')
  const answers = [GetPoolShares, GetPoolHistory, ListReservations].map((route) =>
    teams().ask('GET', pathOf(route, { path }), { key: one.keys.viewer }),
  )
  for (const { text } of await Promise.all(answers)) expect(text).toContain('"two"')
  const text = await told(one.keys.viewer)
  expect([text.includes(two.mark), text.includes('owner of two')]).toEqual([false, false])
})

it('shows names and owners of all evaluations where it shows names, and nothing that leads into them', async () => {
  const { one, two } = teams()
  await show('names')
  const { evaluations, total, visibility } = await queueOf(one.keys.viewer)
  expect([total, visibility]).toEqual([2, 'names'])
  const [own, other] = [true, false].map((of) => evaluations.find((each) => each.own === of))
  expect(own).toMatchObject({ ...waitingOf(one), id: expect.any(String), waiting: 4, active: 0 })
  expect(own?.waits).not.toBeNull()
  expect(other).toEqual({
    ...waitingOf(two),
    id: null,
    own: false,
    priority: 'normal',
    waiting: 4,
    active: 0,
    ahead: expect.any(Number),
    // The calls of the setup give a pace where their seconds are the ones noted.
    startsInSeconds: expect.toBeOneOf([null, expect.any(Number)]),
    waits: null,
  })
  await show('counts')
  expect((await told(one.keys.viewer)).includes(two.mark)).toBe(false)
})

it('lets those who run pools alone change that, once each, and logs from what to what', async () => {
  const { one, two } = teams()
  for (const role of ['viewer', 'member', 'admin'] satisfies Role[])
    expect([role, (await set(one.keys[role], 'names')).status]).toEqual([role, 403])
  expect((await set(two.keys['fleet-admin'], 'names')).body).toEqual({ pool: POOL, visibility: 'names', changed: true })
  expect((await set(two.keys.operator, 'names')).body).toEqual({ pool: POOL, visibility: 'names', changed: false })
  const answer = await teams().ask('GET', pathOf(ListAudit, { query: { about: 'pool' } }), { key: two.keys.admin })
  const lines = AuditPage.parse(answer.body).entries.map(logEntryWords)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    new RegExp(`^Key .+ changed what everyone sees of other teams in pool ${POOL} from counts to names\\.$`),
  )
  expect((await set(two.keys.operator, 'owners')).status).toBe(400)
  expect((await set(two.keys.operator, 'names', 'nowhere')).status).toBe(404)
})

const rows = (db: Pick<Database, 'query'>) => db.query(`SELECT name FROM pool_queue('${POOL}') ORDER BY team`)

it('hides the rows in the database itself, whatever the API asks', async () => {
  const { one, two } = teams()
  expect(await rows(teamDatabase(api, one.id))).toEqual([{ name: waitingOf(one).name }])
  await show('teams')
  expect(await rows(teamDatabase(api, two.id))).toEqual([{ name: waitingOf(two).name }])
  await show('names')
  expect(await rows(teamDatabase(api, two.id))).toHaveLength(2)
  // Without a team, and for whoever reads by a share link, there is no queue.
  expect(await rows(api)).toEqual([])
  const target = { kind: 'evaluation', evaluation: one.evaluation } as const
  const link = await createShareLink(teams().db, one.id, { target, days: 1, by: null, actor: 'machine' })
  expect(await rows(sharedDatabase(api, shareHash(link?.token ?? '')))).toEqual([])
})

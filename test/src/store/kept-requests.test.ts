import {
  type DataSource,
  endOrphans,
  endRequests,
  forgetKeptRequests,
  type KeptFigures,
  LOCAL_TEAM,
  selectAccounts,
  selectTraffic,
  type TeamId,
} from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { planRequest } from '../support/chat-calls.js'
import { openedAs, useDatabase } from '../support/databases.js'
import { otherTeam, plannedSample, POOL, select } from '../support/evaluation-rows.js'

const database = useDatabase()

const FIGURES: KeptFigures = {
  model: 'a-model',
  methodKey: 'asc-beta:threshold=0.95@8',
  budget: 8,
  stoppedBy: 'threshold',
  planned: 3,
  seconds: 1.5,
  agreement: 1,
  score: 0.97,
  seed: 7,
  digest: 'a'.repeat(64),
  audit: null,
  landed: null,
}

/** What the gateway may do, and no more. */
let gateway: DataSource

beforeEach(async () => {
  gateway = await openedAs(database(), 'gateway')
  await plannedSample(database())
  await database().query(`UPDATE pool SET gpu_hour_price = 3600, currency = 'EUR'`)
  await database().query('UPDATE team SET keep_requests_days = 30')
})

afterEach(() => gateway.destroy())

/** A request whose replies of these indices have landed, each with 10 tokens and a second of a GPU. */
async function drawn(indices: readonly number[], team: TeamId = LOCAL_TEAM): Promise<string> {
  const { requestId } = await planRequest(database(), team, 8)
  await database().query(
    `INSERT INTO chat_reply (request_id, index, team_id, outcome, drawn, prompt_tokens, completion_tokens, gpu_ms)
     SELECT $1, i, $2, 'answer', '{}', 4, 6, 1000 FROM unnest($3::int[]) i`,
    [requestId, team, indices],
  )
  return requestId
}

async function end(
  changes: Partial<KeptFigures> = {},
  indices = [0, 1, 2],
  team: TeamId = LOCAL_TEAM,
): Promise<string> {
  const id = await drawn(indices, team)
  await endRequests(gateway, team, [{ id, kept: { ...FIGURES, ...changes } }])
  return id
}

const kept = (db: DataSource) =>
  select<Record<string, unknown>>(
    db,
    `SELECT id, team_id, model, calls, tokens::int, money::numeric(10, 2)::float8 AS money, audit, audit_calls,
            audit_tokens::int, audit_money::numeric(10, 2)::float8 AS audit_money FROM kept_request ORDER BY ended_at`,
  )

it('keeps what a request used once, with the same sums as are booked, whoever ends it again', async () => {
  const db = database()
  const id = await end()
  await endRequests(gateway, LOCAL_TEAM, [{ id, kept: FIGURES }])
  expect(await kept(db)).toEqual([
    {
      id,
      team_id: LOCAL_TEAM,
      model: 'a-model',
      calls: 3,
      tokens: 30,
      money: 3,
      audit: null,
      audit_calls: 0,
      audit_tokens: 0,
      audit_money: 0,
    },
  ])
  expect((await selectAccounts(db, LOCAL_TEAM)).days).toMatchObject([{ calls: 3, tokens: 30, money: 3 }])
})

it('tells what an audit drew from what the answer took, and books both', async () => {
  const db = database()
  await end({ audit: 'differs', landed: [0, 2] }, [0, 1, 2, 3, 4])
  const [row] = await kept(db)
  expect(row).toMatchObject({ audit: 'differs', calls: 2, tokens: 20, money: 2, audit_calls: 3, audit_money: 3 })
  expect((await selectAccounts(db, LOCAL_TEAM)).days).toMatchObject([{ calls: 5, tokens: 50, money: 5 }])
})

it('keeps nothing of a team that keeps nothing, and once what a sweep ended', async () => {
  const db = database()
  const other = await otherTeam(db)
  await end({}, [0], other)
  const orphan = await drawn([0])
  await db.query(`UPDATE chat_request SET seen_at = now() - interval '1 hour' WHERE id = $1`, [orphan])
  const coordinator = await openedAs(db, 'coordinator')
  expect(await endOrphans(coordinator).finally(() => coordinator.destroy())).toBe(1)
  await endRequests(gateway, LOCAL_TEAM, [{ id: orphan, kept: FIGURES }])
  const [row, ...more] = await select<Record<string, unknown>>(
    db,
    `SELECT id, stopped_by, method_key, budget, planned, calls, seconds, digest FROM kept_request`,
  )
  expect(more).toEqual([])
  expect(row).toMatchObject({ id: orphan, stopped_by: 'gateway_lost', calls: 1, digest: null })
  expect(row?.['planned']).toBe(row?.['budget'])
  expect((await selectAccounts(db, LOCAL_TEAM)).days).toMatchObject([{ calls: 1 }])
})

it('does not know what a request cost that ended without a price', async () => {
  const db = database()
  await db.query('UPDATE pool SET gpu_hour_price = NULL')
  await end()
  const { models } = await selectTraffic(db, LOCAL_TEAM, 1)
  expect(models).toMatchObject([{ requests: 1, cost: null, currency: null }])
  await db.query('UPDATE pool SET gpu_hour_price = 3600')
  await end()
  expect((await selectTraffic(db, LOCAL_TEAM, 1)).models).toMatchObject([{ requests: 2, cost: 3, currency: 'EUR' }])
})

const audits = (db: DataSource) =>
  select(db, 'SELECT pool, method_key, audited, differed FROM request_audit ORDER BY method_key')

it('counts audits by method, of a hundred methods apart', async () => {
  const db = database()
  for (const audit of ['same', 'differs', 'abandoned', null] as const) await end({ audit, landed: [0] })
  expect(await audits(db)).toEqual([{ pool: POOL, method_key: FIGURES.methodKey, audited: 2, differed: 1 }])
  await db.query(`INSERT INTO request_audit SELECT $1, $2, 'a' || n, now(), 1, 0 FROM generate_series(1, 99) n`, [
    LOCAL_TEAM,
    POOL,
  ])
  await end({ methodKey: 'sc@8', audit: 'differs', landed: [0] })
  await end({ audit: 'same', landed: [0] })
  expect((await audits(db)).slice(-2)).toEqual([
    { pool: POOL, method_key: FIGURES.methodKey, audited: 3, differed: 1 },
    { pool: POOL, method_key: 'others', audited: 1, differed: 1 },
  ])
})

it('forgets requests after their days, and everything once its team keeps none', async () => {
  const db = database()
  const [old, young] = [await end({ audit: 'same', landed: [0] }), await end()]
  const others = await otherTeam(db)
  await db.query(`UPDATE kept_request SET ended_at = now() - interval '31 days' WHERE id = $1`, [old])
  const coordinator = await openedAs(db, 'coordinator')
  try {
    expect(await forgetKeptRequests(coordinator)).toBe(false)
    expect((await kept(db)).map(({ id }) => id)).toEqual([young])
    expect(await audits(db)).toHaveLength(1)
    await db.query('UPDATE team SET keep_requests_days = 30 WHERE id = $1', [others])
    await db.query('UPDATE team SET keep_requests_days = NULL WHERE id = $1', [LOCAL_TEAM])
    await forgetKeptRequests(coordinator)
    expect([await kept(db), await audits(db)]).toEqual([[], []])
  } finally {
    await coordinator.destroy()
  }
})

it('keeps the newest alone of more than it may', async () => {
  const db = database()
  const ids = [await end(), await end(), await end()]
  await db.query('SELECT forget_kept_requests(100, 2)')
  expect((await kept(db)).map(({ id }) => id)).toEqual(ids.slice(1))
})

import { createTeam, findTeam, forgetExpired, LOCAL_TEAM, newId, openDatabase } from '@cges-fleet/db'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { spawnApp } from '../fleet/spawn-app.js'
import { select } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

/** An address of the test's own database, for a process. */
async function url(): Promise<string> {
  const [row] = await select<{ name: string }>(database(), 'SELECT current_database() AS name')
  const address = new URL(inject('postgres'))
  address.pathname = `/${row?.name}`
  return address.href
}

const hash = (n: number) => Buffer.alloc(32, n)

/** Rows of every kind that is forgotten, as old as told in days; the oldest first, as they would have been written. */
async function kept(days: readonly number[]): Promise<void> {
  const db = database()
  await db.query(
    `INSERT INTO api_key (id, team_id, name, role, secret_hash, pepper, created_by) VALUES ('aaaaaaaaaaaa', $1, 'k', 'viewer', $2, 'p', 'x')`,
    [LOCAL_TEAM, hash(0)],
  )
  for (const [n, age] of days.toSorted((a, b) => b - a).entries()) {
    const name = `${age} days`
    await db.query(
      `INSERT INTO audit (id, at, actor, action) VALUES ($1, now() - make_interval(days => $2), 'x', $3)`,
      [newId(), age, name],
    )
    await db.query(
      `INSERT INTO refusal (id, hour, actor, action, reason, last_at)
       SELECT $1, a, 'x', $3, 'y', a FROM (SELECT now() - make_interval(days => $2) AS a) x`,
      [newId(), age, name],
    )
    await db.query(`INSERT INTO request_bucket VALUES ($2, 1, now() - make_interval(days => $1))`, [age, name])
    await db.query(
      `INSERT INTO webhook_test (id, team_id, webhook, made_at) VALUES ($1, $2, $4, now() - make_interval(days => $3))`,
      [newId(), LOCAL_TEAM, age, name],
    )
    await db.query(
      `INSERT INTO session (token_hash, team_id, key_id, expires_at)
       VALUES ($1, $2, 'aaaaaaaaaaaa', now() + interval '1 hour' - make_interval(days => $3))`,
      [hash(n + 1), LOCAL_TEAM, age],
    )
  }
}

const left = async () => {
  const [row] = await select<{
    audit: string[]
    refusals: string[]
    buckets: string[]
    tests: string[]
    sessions: number
  }>(
    database(),
    `SELECT (SELECT array_agg(action ORDER BY at DESC) FROM audit) AS audit,
            (SELECT array_agg(action ORDER BY last_at DESC) FROM refusal) AS refusals,
            (SELECT array_agg(name ORDER BY filled_at DESC) FROM request_bucket) AS buckets,
            (SELECT array_agg(webhook ORDER BY made_at DESC) FROM webhook_test) AS tests,
            (SELECT count(*)::int FROM session) AS sessions`,
  )
  return row
}

it('has coordinators delete what was kept for its time, as they sweep, and nothing younger', async () => {
  await kept([0, 20, 50, 100, 400])
  const variables = { DATABASE_URL: await url(), SWEEP_MS: '50', AUDIT_DAYS: '90', REFUSAL_DAYS: '40' }
  const coordinators = await Promise.all([spawnApp('coordinator', variables), spawnApp('coordinator', variables)])
  const until = performance.now() + 20_000
  while (performance.now() < until && (await left())?.sessions !== 1) await sleep(50)
  for (const coordinator of coordinators) await coordinator.kill('SIGTERM')
  expect(await left()).toEqual({
    audit: ['0 days', '20 days', '50 days'],
    refusals: ['0 days', '20 days'],
    buckets: ['0 days'],
    tests: ['0 days', '20 days'],
    sessions: 1,
  })
  for (const coordinator of coordinators) expect(coordinator.logged()).not.toMatch(/sweep failed/)
}, 60_000)

it('keeps a year of the log and a month of refusals unless told otherwise, and never less of the log than a month', async () => {
  await kept([0, 20, 50, 100, 400])
  const coordinator = await spawnApp('coordinator', { DATABASE_URL: await url(), SWEEP_MS: '50' })
  const until = performance.now() + 20_000
  while (performance.now() < until && (await left())?.sessions !== 1) await sleep(50)
  await coordinator.kill('SIGTERM')
  expect(await left()).toMatchObject({
    audit: ['0 days', '20 days', '50 days', '100 days'],
    refusals: ['0 days', '20 days'],
  })
  const variables = { DATABASE_URL: await url(), AUDIT_DAYS: '7' }
  await expect(spawnApp('coordinator', variables)).rejects.toThrow(/AUDIT_DAYS/)
}, 60_000)

it('lets a coordinator’s role delete no younger entry of the log, whatever it asks for', async () => {
  await kept([0, 20, 50])
  const fleet = await openDatabase({ url: await url(), application: 'test', connections: 1, role: 'coordinator' })
  try {
    expect(await forgetExpired(fleet, { auditDays: -10_000, refusalDays: -10_000 })).toBe(false)
    await expect(fleet.query('DELETE FROM audit')).rejects.toThrow(/permission denied/)
  } finally {
    await fleet.destroy()
  }
  expect(await left()).toMatchObject({ audit: ['0 days', '20 days'], refusals: ['0 days'] })
  // Nor may the owner, by hand.
  await expect(database().query('DELETE FROM audit')).rejects.toThrow(/never changed/)
})

it('goes on while there is more than one sweep takes', async () => {
  await createTeam(database(), { name: 'busy', weight: 1, limits: {}, keep: {}, gateway: {} }, 'machine')
  const team = (await findTeam(database(), { name: 'busy' }))?.id
  await database().query(
    `INSERT INTO refusal (id, hour, team_id, actor, action, reason, last_at)
     SELECT gen_random_uuid(), now() - interval '90 days', $1, 'x', 'y', n::text, now() - interval '90 days'
     FROM generate_series(1, 6000) n`,
    [team],
  )
  const days = { auditDays: 365, refusalDays: 30 }
  const more = [await forgetExpired(database(), days), await forgetExpired(database(), days)]
  expect(more).toEqual([true, false])
  expect(await select(database(), 'SELECT 1 FROM refusal')).toEqual([])
})

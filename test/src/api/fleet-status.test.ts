import { FleetStatus } from '@cges-fleet/core'
import { GetFleetStatus, pathOf } from '@cges-fleet/core/contract'
import { ensurePool, heartbeat, newId, noteSweep } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { POOL, round, submit } from '../support/evaluation-rows.js'

const teams = useTeams()

const status = async (team: 'one' | 'two') => {
  const { status: code, body } = await teams().ask('GET', pathOf(GetFleetStatus), { key: teams()[team].keys.viewer })
  expect(code).toBe(200)
  return FleetStatus.parse(body)
}

const crew = async () => (await status('two')).pools.find(({ name }) => name === 'quiet')?.workers

it('says to everybody what works and what waits, as sums that name no team', async () => {
  const { db } = teams()
  await db.query('DELETE FROM sweep')
  const id = await submit(db, { team: teams().one.id, methods: ['sc@2'] })
  await round(db, id)
  const before = await status('two')
  expect(before.troubles[0]).toMatchObject({ kind: 'no_coordinator', counts: { seconds: null } })
  expect(before.pools.find(({ name }) => name === POOL)).toMatchObject({ paused: false, active: 0 })
  expect(before.pools.find(({ name }) => name === POOL)?.waiting).toBeGreaterThanOrEqual(4)
  expect(before.queue.ms).not.toBeNull()
  expect(JSON.stringify(before)).not.toMatch(new RegExp(`"(one|two)"|${id}|${teams().one.id}`))
  await noteSweep(db)
  expect((await status('two')).troubles.map(({ kind }) => kind)).not.toContain('no_coordinator')
})

it('counts no worker as ready that has missed two heartbeats, and says how long it has been silent', async () => {
  const { db } = teams()
  await ensurePool(db, 'quiet', { model: 'm', provenance: 'simulated' })
  const id = newId()
  await heartbeat(db, { id, pool: 'quiet', slots: 4, ready: true, reason: null, engine: null })
  expect(await crew()).toEqual({ known: 1, ready: 1, reason: null })
  await db.query(`UPDATE worker SET heartbeat_at = now() - interval '14 seconds' WHERE id = $1`, [id])
  expect(await crew()).toMatchObject({ known: 1, ready: 0 })
  expect((await crew())?.reason).toMatch(/silent for 1\d s/u)
})

it('counts the messages of one’s own team alone', async () => {
  const { db } = teams()
  const id = await submit(db, { team: teams().one.id, methods: ['sc@2'] })
  await db.query(
    `INSERT INTO delivery (id, team_id, evaluation_id, sequence, webhook, body, made_at)
     SELECT gen_random_uuid(), team_id, id, 1, 'ci', '{}', now() - interval '5 minutes' FROM evaluation WHERE id = $1`,
    [id],
  )
  expect((await status('one')).webhooks).toMatchObject({ waiting: 1 })
  expect((await status('one')).troubles).toContainEqual(expect.objectContaining({ kind: 'webhooks_late' }))
  expect((await status('two')).webhooks).toEqual({ waiting: 0, oldestSeconds: null })
})

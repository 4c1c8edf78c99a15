import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, pathOf, PausePool, ResumePool } from '@cges-fleet/core/contract'
import { heartbeat, newId, noteSweep } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { claim, otherTeam, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'
import { useApi } from './use-api.js'

const SLOTS = 2
/** A pool's answer to one team is kept for a second. */
const AFTER = { timeout: 60_000, interval: 200 }

describe.skipIf(inject('redis') === null)('what an evaluation waits for in its pool (needs redis-server)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-redis-'))
  let redis: PrivateRedis | null = null
  let id = ''
  beforeAll(async () => {
    redis = await startPrivateRedis(folder, { appendOnly: true })
  })
  const api = useApi(() => ({ REDIS_URL: redis?.url ?? '' }))
  beforeAll(async () => {
    const { db } = api()
    await heartbeat(db, { id: newId(), pool: POOL, slots: SLOTS, ready: true, reason: null, engine: null })
    await noteSweep(db)
    id = await submit(db, { methods: ['sc@4'] })
    await round(db, id)
  })
  afterAll(async () => {
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const waits = async () => {
    const { body } = await api().get(pathOf(GetEvaluation, { path: { id } }))
    return EvaluationView.parse(body).waits
  }

  it('that whoever runs the pool lets it go on', async () => {
    await api().post(pathOf(PausePool, { path: { pool: POOL } }), { reason: 'new weights' })
    const why = { since: expect.stringMatching(/Z$/), by: null, reason: 'new weights' }
    await expect.poll(waits, AFTER).toEqual({ kind: 'pool-paused', counts: {}, why })
    await api().post(pathOf(ResumePool, { path: { pool: POOL } }))
    await expect.poll(waits, AFTER).toMatchObject({ kind: 'under-way' })
  })

  it('its team’s turn, while another team has the slots', async () => {
    const { db } = api()
    const team = await otherTeam(db)
    const theirs = await submit(db, { team, methods: ['sc@1'], benchmark: { name: 'theirs', questions: questions(8) } })
    const { queued } = await round(db, theirs)
    for (const call of queued.slice(0, SLOTS)) await claim(db, call)
    await expect.poll(waits, AFTER).toMatchObject({ kind: 'share', counts: { slots: SLOTS, entitlement: 0.5 } })
    await db.query(`UPDATE evaluation SET status = 'cancelled' WHERE id = $1`, [theirs])
  })

  it('the queue, where it does not answer', async () => {
    await redis?.stop()
    await expect.poll(waits, AFTER).toMatchObject({ kind: 'queue-away' })
  })
})

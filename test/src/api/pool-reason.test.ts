import { bindingConstraint, type BindingConstraint, PoolQueue, PoolShares } from '@cges-fleet/core'
import { GetPoolQueue, pathOf, GetPoolShares } from '@cges-fleet/core/contract'
import { heartbeat, LOCAL_TEAM, newId, noteSweep, pauseEvaluation } from '@cges-fleet/db'
import { beforeAll, expect, it } from 'vitest'
import { claim, otherTeam, POOL, questions, round, select, submit } from '../support/evaluation-rows.js'
import { useApi } from './use-api.js'

const api = useApi()
const worker = newId()

/** What the pool's page says about the present rows. */
async function binding(): Promise<BindingConstraint> {
  const answer = await api().get(pathOf(GetPoolShares, { path: { pool: POOL } }))
  expect(answer.status, answer.text).toBe(200)
  return bindingConstraint(PoolShares.parse(answer.body))
}

/** Why each evaluation of the pool's queue waits, or what holds its team. */
async function queueWaits(): Promise<PoolQueue['evaluations'][number]['waits'][]> {
  const answer = await api().get(pathOf(GetPoolQueue, { path: { pool: POOL } }))
  return PoolQueue.parse(answer.body).evaluations.map(({ waits }) => waits)
}

const ready = (slots: number, isReady = true) =>
  heartbeat(api().db, { id: worker, pool: POOL, slots, ready: isReady, reason: null, engine: null })

const limit = (column: string, most: number | null) =>
  api().db.query(`UPDATE team SET ${column} = $2 WHERE id = $1`, [LOCAL_TEAM, most])

/** Forty questions of four samples: more than any limit here. */
const many = { methods: ['sc@4'], benchmark: { name: 'forty', questions: questions(40) } }

/** Claims at most that many of the queued samples. */
async function claimUpTo(most: number): Promise<void> {
  const rows = await select<{ callId: string }>(
    api().db,
    `SELECT k.id AS "callId" FROM call k JOIN evaluation e ON e.id = k.evaluation_id
     WHERE k.state = 'pending' AND e.status = 'running' ORDER BY k.tag LIMIT $1`,
    [most],
  )
  for (const ref of rows) await claim(api().db, ref)
}

const clear = () => api().db.query(`UPDATE evaluation SET status = 'cancelled' WHERE status IN ('running', 'paused')`)

beforeAll(async () => {
  await noteSweep(api().db)
  await ready(8)
})

it('names the team’s own limit where it holds it at 4 of 8 slots', async () => {
  await limit('max_samples_in_flight', 4)
  const id = await submit(api().db, many)
  await round(api().db, id)
  const held = { kind: 'team-limit', counts: { most: 4, inFlight: 4, slots: 8 }, why: 'samplesInFlight' }
  expect(await binding()).toEqual(held)
  await claimUpTo(8)
  expect(await binding()).toEqual(held)
  // One of five has ended: the limit leaves room for a moment, and still holds the team below its share.
  await limit('max_samples_in_flight', 5)
  const between = { ...held, counts: { ...held.counts, most: 5 } }
  expect(await binding()).toEqual(between)
  expect(await queueWaits()).toEqual([between])
  await limit('max_samples_in_flight', null)
  await round(api().db, id)
  expect(await binding()).toMatchObject({ kind: 'under-way', counts: { free: 4 } })
  await claimUpTo(4)
  expect(await binding()).toEqual({ kind: 'slots', counts: { slots: 8 }, why: null })
  const other = await submit(api().db, { ...many, team: await otherTeam(api().db) })
  await round(api().db, other)
  expect(await binding()).toMatchObject({ kind: 'share', counts: { slots: 8, entitlement: 0.5 } })
  await ready(8, false)
  expect(await binding()).toEqual({ kind: 'no-worker', counts: { known: 1 }, why: null })
  await ready(8)
  await pauseEvaluation(api().db, LOCAL_TEAM, id)
  expect(await binding()).toEqual({ kind: 'nothing-running', counts: { paused: 1 }, why: null })
  await clear()
})

it.each([
  ['max_tokens_per_day', 'tokensToday', 50],
  ['max_gpu_seconds_per_month', 'gpuSecondsThisMonth', 1],
])('names the team’s limit %s where it leaves none for a sample', async (column, name, most) => {
  await limit(column, most)
  const id = await submit(api().db, many)
  if (column === 'max_gpu_seconds_per_month') {
    await api().db.query(
      `INSERT INTO usage (team_id, pool, day, calls, tokens, work, gpu_ms) VALUES ($1, $2, current_date, 2, 66, 46, 1000)`,
      [LOCAL_TEAM, POOL],
    )
  }
  expect(await binding()).toMatchObject({ kind: 'team-limit', counts: { most }, why: name })
  await limit(column, null)
  expect(await binding()).toMatchObject({ kind: 'under-way' })
  await clear()
  expect(id).not.toBe('')
})

it('names the caps of its evaluations, while what they allowed is in flight', async () => {
  const id = await submit(api().db, { ...many, changes: { caps: { calls: 3 } } })
  await round(api().db, id)
  await claimUpTo(3)
  expect(await binding()).toEqual({ kind: 'caps', counts: { evaluations: 1 }, why: null })
  await clear()
  expect(await binding()).toEqual({ kind: 'nothing-running', counts: { paused: 0 }, why: null })
})

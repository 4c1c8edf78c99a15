import type { EvaluationReason } from '@cges-fleet/core'
import {
  cancelEvaluation,
  evaluationsNeedingRound,
  LOCAL_TEAM,
  noteRoundFailure,
  pauseEvaluation,
  resumeEvaluation,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { claim, plannedSample, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const of = (id: string) =>
  selectOne<{ status: string; reason: EvaluationReason | null; failures: number; waits: number | null }>(
    database(),
    `SELECT status, reason, round_failures AS failures, extract(epoch FROM round_retry_at - now())::float8 AS waits
     FROM evaluation WHERE id = $1`,
    [id],
  )
const due = (id: string) => database().query('UPDATE evaluation SET round_retry_at = now() WHERE id = $1', [id])
const events = async (id: string) =>
  (
    await select<{ kind: string }>(
      database(),
      'SELECT kind FROM evaluation_event WHERE evaluation_id = $1 ORDER BY sequence',
      [id],
    )
  ).map(({ kind }) => kind)

it('is stuck after three rounds that failed in a row, with the error, and is tried again ever later', async () => {
  const id = await submit(database(), { methods: ['sc@1'] })
  const waits: number[] = []
  for (let nth = 0; nth < 14; nth++) {
    await noteRoundFailure(database(), id, `a fault, ${nth}`)
    const { status, reason, waits: seconds } = await of(id)
    expect(status).toBe(nth < 2 ? 'running' : 'stuck')
    const failed = { kind: 'rounds_fail', counts: { failures: nth + 1 }, why: `a fault, ${nth}` }
    expect(reason).toEqual(nth < 2 ? null : failed)
    expect(await evaluationsNeedingRound(database())).toEqual([])
    waits.push(Math.round(seconds ?? 0))
  }
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
  expect(waits.at(-1)).toBe(600)
  expect(await events(id)).toEqual(['submitted', 'stuck'])
  await due(id)
  expect(await evaluationsNeedingRound(database())).toEqual([id])
})

it('runs again by itself once a round succeeds, which none does before its time', async () => {
  const id = await submit(database(), { methods: ['sc@1'] })
  for (let nth = 0; nth < 3; nth++) await noteRoundFailure(database(), id, 'a fault')
  expect((await round(database(), id)).queued, 'before its time').toEqual([])
  expect(await of(id)).toMatchObject({ status: 'stuck', failures: 3 })
  await due(id)
  expect((await round(database(), id)).queued.length).toBeGreaterThan(0)
  expect(await of(id)).toEqual({ status: 'running', reason: null, failures: 0, waits: null })
  expect(await events(id)).toEqual(['submitted', 'stuck', 'resumed'])
})

it('has nothing claimed while it is stuck, and ends when it is cancelled, whatever fails then', async () => {
  const db = database()
  const ref = await plannedSample(db, { methods: ['sc@1'] })
  const { evaluationId: id } = ref
  for (let nth = 0; nth < 3; nth++) await noteRoundFailure(db, id, 'a fault')
  await expect(claim(db, ref)).rejects.toThrow()
  expect(await cancelEvaluation(db, LOCAL_TEAM, id)).toBe('cancelled')
  await noteRoundFailure(db, id, 'another fault')
  expect(await of(id)).toMatchObject({ status: 'cancelled', reason: null })
  expect(await evaluationsNeedingRound(db)).toEqual([])
})

it('can be paused and resumed, and forgets one failure at the next success', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@1'] })
  for (let nth = 0; nth < 3; nth++) await noteRoundFailure(db, id, 'a fault')
  expect(await pauseEvaluation(db, LOCAL_TEAM, id)).toBe('paused')
  expect(await resumeEvaluation(db, LOCAL_TEAM, id)).toBe('running')
  await due(id)
  await round(db, id)
  await noteRoundFailure(db, id, 'a fault')
  expect(await of(id)).toMatchObject({ status: 'running', failures: 1 })
})

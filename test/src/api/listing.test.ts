import { BenchmarkView, EvaluationPage, EvaluationView, PoolView, QueueDepth } from '@cges-fleet/core'
import {
  CancelEvaluation,
  ImportBenchmark,
  ListBenchmarks,
  ListEvaluations,
  ListPools,
  pathOf,
  GetEvaluation,
  GetQueueDepth,
  PausePool,
  ResumePool,
} from '@cges-fleet/core/contract'
import { heartbeat, newId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { benchmark, claim, POOL, round, select } from '../support/evaluation-rows.js'
import { submitted, useApi } from './use-api.js'

const api = useApi()

const depthOf = async (pool: string) => {
  const { status, body } = await api().get(pathOf(GetQueueDepth, { path: { pool } }))
  return status === 200 ? QueueDepth.parse(body) : status
}

it('pages through a hundred and twenty evaluations, each once, newest first', async () => {
  const made: string[] = []
  for (let i = 0; i < 120; i++) made.push(await submitted(api(), { name: `e ${i}` }))
  const seen: string[] = []
  const names: string[] = []
  for (let path = pathOf(ListEvaluations); ;) {
    const page = EvaluationPage.parse((await api().get(path)).body)
    seen.push(...page.evaluations.map(({ id }) => id))
    names.push(...page.evaluations.map(({ name }) => name))
    if (page.next === null) break
    path = `${pathOf(ListEvaluations)}?cursor=${page.next}`
  }
  expect(seen).toHaveLength(120)
  expect(seen.toSorted()).toEqual(made.toSorted())
  expect(names[0]).toBe('e 119')
  expect(names.at(-1)).toBe('e 0')
  await api().db.query(`UPDATE evaluation SET status = 'failed'`)
}, 60_000)

it('refuses a cursor it never gave', async () => {
  const refused = await api().get(`${pathOf(ListEvaluations)}?cursor=2`)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ detail: expect.stringContaining('"next" of an earlier page') })
})

it('lists pools with the workers heard of lately', async () => {
  const worker = { id: newId(), name: 'rack-7', pool: POOL, slots: 3, ready: false, reason: 'no model', engine: null }
  await heartbeat(api().db, worker)
  await heartbeat(api().db, { ...worker, id: newId() })
  await api().db.query(`UPDATE worker SET heartbeat_at = now() - interval '1 minute' WHERE id <> $1`, [worker.id])
  const { pools } = (await api().get(pathOf(ListPools))).body as { pools: unknown[] }
  const { pool: _pool, ...shown } = worker
  const workers = [{ ...shown, preflight: null, heartbeatAgeMs: expect.any(Number) }]
  expect(pools.map((pool) => PoolView.parse(pool))).toEqual([
    {
      name: POOL,
      model: 'm',
      revision: null,
      provenance: 'simulated',
      rewardModel: null,
      stepScorer: null,
      maxModelLen: null,
      promise: null,
      paused: null,
      queueVisibility: 'counts',
      price: null,
      workers,
    },
  ])
  await api().db.query('DELETE FROM worker')
})

it('imports a benchmark, lists it, and takes the same content again', async () => {
  const content = { ...benchmark({ name: 'imported' }), sampling: undefined, origin: undefined }
  const first = await api().post(pathOf(ImportBenchmark), content)
  expect(first.status).toBe(201)
  expect((await api().post(pathOf(ImportBenchmark), content)).body).toEqual(first.body)
  const { benchmarks } = (await api().get(pathOf(ListBenchmarks))).body as { benchmarks: unknown[] }
  expect(benchmarks.map((one) => BenchmarkView.parse(one).name)).toEqual(['imported', 'numbers'])
})

it.each([
  ['a question without an answer', { questions: [{ id: 'a', question: '?' }] }, 'questions.0.answer'],
  ['no question', { questions: [] }, 'questions'],
  ['a template without a place for the question', { template: 'Why?' }, 'template'],
  ['a name that is none', { name: 'Großes' }, 'name'],
  ['a key that is none', { questons: [] }, 'questons'],
])('imports nothing of a benchmark with %s', async (_, changes, field) => {
  const refused = await api().post(pathOf(ImportBenchmark), { ...benchmark({ name: 'refused' }), ...changes })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ errors: [{ field }] })
  expect(await select(api().db, `SELECT 1 FROM benchmark WHERE name = 'refused'`)).toEqual([])
})

it('tells an autoscaler what could run now, also where no worker is registered', async () => {
  expect(await depthOf(POOL)).toEqual({ depth: 0, demand: 0, waiting: 0, active: 0, backlog: 0, paused: false })
  const id = await submitted(api(), { methods: ['sc@3'], replicates: 30 })
  expect(await depthOf(POOL)).toMatchObject({ depth: 180, demand: 180, waiting: 0, active: 0, backlog: 180 })
  const { queued } = await round(api().db, id)
  expect(await depthOf(POOL)).toMatchObject({ waiting: 32, active: 0, backlog: 147, depth: 179 })
  for (const ref of queued.slice(0, 5)) await claim(api().db, ref)
  expect(await depthOf(POOL)).toMatchObject({ waiting: 27, active: 5, backlog: 147, depth: 179 })
  await api().post(pathOf(CancelEvaluation, { path: { id } }))
  expect(await depthOf(POOL)).toEqual({ depth: 0, demand: 0, waiting: 0, active: 0, backlog: 0, paused: false })
  expect(EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body).samples).toMatchObject({
    inFlight: 5,
    waiting: 27,
    attempts: 5,
  })
})

it('tells what is still drawn in a paused pool, and nothing for one that is not there', async () => {
  const id = await submitted(api(), { replicates: 5 })
  const path = { pool: POOL }
  await api().post(pathOf(PausePool, { path }))
  expect(await depthOf(POOL)).toMatchObject({ depth: 0, demand: 20, backlog: 20, paused: true })
  await api().post(pathOf(ResumePool, { path }))
  expect(await depthOf(POOL)).toMatchObject({ depth: 20, demand: 20, backlog: 20, paused: false })
  const { queued } = await round(api().db, id)
  for (const ref of queued.slice(0, 3)) await claim(api().db, ref)
  await api().post(pathOf(PausePool, { path }))
  expect(await depthOf(POOL)).toMatchObject({ depth: 3, demand: 20, active: 3, paused: true })
  await api().post(pathOf(ResumePool, { path }))
  expect(await depthOf('elsewhere')).toBe(404)
  expect(await depthOf('No Pool')).toBe(400)
})

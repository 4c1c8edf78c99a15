import { EvaluationView, Forecast, type SubmittedSuite, type Until } from '@cges-fleet/core'
import {
  CloneEvaluation,
  ForecastEvaluation,
  GetEvaluation,
  GetSpec,
  pathOf,
  SubmitEvaluation,
  SubmitSuite,
} from '@cges-fleet/core/contract'
import { ensurePool, LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import { beforeAll, expect, it } from 'vitest'
import { benchmark, questions, selectOne } from '../support/evaluation-rows.js'
import { SPEC, submitted, useApi } from './use-api.js'

const api = useApi()

beforeAll(async () => {
  await ensurePool(api().db, 'second', { model: 'n', provenance: 'simulated' })
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'other', questions: questions(9) }))
})

const { benchmark: NUMBERS, pool: FIRST, ...SHARED } = SPEC
const SUITE = { ...SHARED, suite: 's', benchmarks: [NUMBERS, 'other'], pools: [FIRST, 'second'], methods: ['sc@4'] }

const goalOf = async (id: string) =>
  (
    await selectOne<{ until: Until | null }>(
      api().db,
      `SELECT spec -> 'until' AS until FROM evaluation WHERE id = $1`,
      [id],
    )
  ).until

async function refusal(door: string, body: object): Promise<string> {
  const { status, text } = await api().post(door, body)
  expect(status, text).toBe(400)
  return text
}

it('compares the models of a suite for each benchmark apart, and the same when it is sent again', async () => {
  const body = { ...SUITE, until: { models: 'sc@4', margin: 2 } }
  const headers = { 'idempotency-key': 'models' }
  const { status, text, body: made } = await api().post(pathOf(SubmitSuite), body, headers)
  expect(status, text).toBe(201)
  const { evaluations } = made as SubmittedSuite
  const goals = await Promise.all(evaluations.map(async ({ benchmark: of, id }) => [of, await goalOf(id)] as const))
  const groups = new Map<string, Set<string>>()
  for (const [of, goal] of goals) {
    expect(goal).toMatchObject({ kind: 'models', method: 'sc@4', models: [FIRST, 'second'], margin: 0.02, atLeast: 50 })
    if (goal?.kind === 'models') groups.set(of, (groups.get(of) ?? new Set()).add(goal.group))
  }
  expect([...groups.values()].map((each) => each.size)).toEqual([1, 1])
  expect(new Set([...groups.values()].flatMap((each) => [...each])).size).toBe(2)
  const again = await api().post(pathOf(SubmitSuite), body, headers)
  expect([again.status, again.body]).toEqual([200, made])
})

it('compares a rerun with no model, and gives a specification that can be sent', async () => {
  const body = { ...SUITE, until: { models: 'sc@4' } }
  const { evaluations } = (await api().post(pathOf(SubmitSuite), body)).body as SubmittedSuite
  const [{ id } = { id: '' }] = evaluations
  const rerun = await api().post(pathOf(CloneEvaluation, { path: { id } }), {})
  expect(await goalOf((rerun.body as { id: string }).id)).toBeNull()
  const spec = await api().get(pathOf(GetSpec, { path: { id } }))
  expect(spec.body).not.toHaveProperty('until')
  const { status, text } = await api().post(pathOf(SubmitEvaluation), spec.body)
  expect(status, text).toBe(201)
})

it('refuses to compare the models of one pool, by a method that does not run, or of no suite', async () => {
  const until = { models: 'sc@4' }
  const door = pathOf(SubmitSuite)
  expect(await refusal(door, { ...SUITE, pools: [FIRST], until })).toContain('two pools or more')
  expect(await refusal(door, { ...SUITE, until: { models: 'sc@2' } })).toContain('sc@2 is not among the methods')
  expect(await refusal(pathOf(SubmitEvaluation), { ...SPEC, until })).toContain('models')
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

it('says when an evaluation is wanted, to those who forecast it and to those who look at it', async () => {
  const finishBy = inHours(2)
  const forecast = await api().post(pathOf(ForecastEvaluation), { ...SPEC, finishBy })
  const wanted = Forecast.parse(forecast.body).finishBy
  expect(wanted?.at).toBe(finishBy)
  expect(wanted?.secondsLeft).toBeGreaterThan(7000)
  expect(wanted?.secondsLeft).toBeLessThanOrEqual(7200)
  const id = await submitted(api(), { finishBy })
  const view = EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body)
  expect(view.finishBy?.at).toBe(finishBy)
  expect(view.finishBy?.secondsLeft).toBeGreaterThan(6000)
  const plain = EvaluationView.parse(
    (await api().get(pathOf(GetEvaluation, { path: { id: await submitted(api(), {}) } }))).body,
  )
  expect(plain.finishBy).toBeNull()
  const rerun = (await api().post(pathOf(CloneEvaluation, { path: { id } }), {})).body as { id: string }
  const again = EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id: rerun.id } }))).body)
  expect(again.finishBy).toBeNull()
})

it('refuses a time that has passed, one without a zone, and one under a cap', async () => {
  const door = pathOf(SubmitEvaluation)
  expect(await refusal(door, { ...SPEC, finishBy: inHours(-1) })).toContain('must lie ahead')
  expect(await refusal(door, { ...SPEC, finishBy: '2026-12-01 18:00' })).toContain('with its zone')
  expect(await refusal(door, { ...SPEC, finishBy: inHours(1), caps: { calls: 100 } })).toContain(
    'does not go with caps',
  )
})

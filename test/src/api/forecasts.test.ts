import { EvaluationView, type ExportFile, Forecast, forecastRefusalWords } from '@cges-fleet/core'
import {
  CancelEvaluation,
  CloneEvaluation,
  ExportEvaluation,
  ForecastEvaluation,
  GetEvaluation,
  GetStatistics,
  pathOf,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { deregisterWorker, heartbeat, LOCAL_TEAM, newId, saveBenchmark } from '@cges-fleet/db'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { benchmark, drawn, POOL, questions, selectOne } from '../support/evaluation-rows.js'
import { runAlone } from '../rounds/run-alone.js'
import { SPEC, submitted, useApi } from './use-api.js'

const api = useApi()
const ASC = 'asc-beta:threshold=0.95@8'
const MANY = { benchmark: 'many', methods: [ASC] }

beforeAll(async () => {
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'many', questions: questions(60) }))
})

afterEach(async () => {
  await api().db.query('UPDATE team SET max_calls_per_evaluation = NULL, max_tokens_per_day = NULL')
})

async function forecast(changes: object): Promise<Forecast> {
  const { status, text, body } = await api().post(pathOf(ForecastEvaluation), { ...SPEC, ...changes })
  expect(status, text).toBe(200)
  return Forecast.parse(body)
}

it('without a past says the least and the most that the rules allow, and stores nothing', async () => {
  const { trials, methods, samples, tokens, seconds, refusal } = await forecast({ ...MANY, methods: ['sc@4', ASC] })
  expect(trials).toBe(60)
  expect(methods).toEqual([
    { key: 'sc@4', calls: { low: 240, high: 240, basis: 'bound' } },
    { key: ASC, calls: { low: 60, high: 480, basis: 'bound' } },
  ])
  expect(samples).toEqual({ low: 240, high: 480, basis: 'bound' })
  expect(tokens.basis).toBe('bound')
  expect([seconds, refusal]).toEqual([null, null])
  expect(await selectOne(api().db, 'SELECT count(*)::int AS n FROM evaluation')).toEqual({ n: 0 })
  // The worst case uses the tokens per call that the evaluation itself reserves once it is submitted.
  await api().post(
    pathOf(CancelEvaluation, { path: { id: await submitted(api(), { ...MANY, methods: ['sc@4', ASC] }) } }),
  )
  const { each } = await selectOne<{ each: number }>(api().db, 'SELECT tokens_per_call::int AS each FROM spending')
  expect(tokens.high).toBe(480 * each)
})

const answer = (seed: number) => ((Math.imul(seed % 1_000_003, 2_654_435_761) >>> 8) % 10 < 7 ? '1' : '2')
const used = (seed: number) => ({ completionTokens: 20 + (seed % 5), totalMs: 2000 })

it('with a past says an interval around it, and a time where the pool has slots', async () => {
  const id = await submitted(api(), MANY)
  const { status } = await runAlone(api().db, id, ({ seed }) => drawn(answer(seed), used(seed)))
  expect(status).toBe('done')
  const real = await selectOne<{ calls: number; tokens: number }>(
    api().db,
    `SELECT count(*)::int AS calls, sum(prompt_tokens + completion_tokens)::int AS tokens FROM sample
     WHERE state = 'read' AND evaluation_id = $1`,
    [id],
  )
  const { samples, tokens, seconds } = await forecast(MANY)
  for (const [interval, was] of [
    [samples, real.calls],
    [tokens, real.tokens],
  ] as const) {
    expect(interval.basis).toBe('past')
    expect(interval.low).toBeLessThan(was)
    expect(interval.high).toBeGreaterThan(was)
  }
  expect(samples.low).toBeGreaterThan(60)
  expect(samples.high).toBeLessThan(480)
  expect(seconds, 'a pool without slots').toBeNull()
  const worker = { id: newId(), pool: POOL, slots: 4, reason: null, engine: null }
  await heartbeat(api().db, { ...worker, ready: false })
  expect((await forecast(MANY)).seconds, 'a worker that is not ready').toBeNull()
  await heartbeat(api().db, { ...worker, ready: true })
  const timed = (await forecast(MANY)).seconds
  expect(timed?.low).toBeCloseTo((2 * samples.low) / 4, 6)
  expect(timed?.high).toBeCloseTo((2 * samples.high) / 4, 6)
  await deregisterWorker(api().db, worker)
  // Another benchmark has no such history.
  expect((await forecast({ methods: [ASC] })).samples.basis).toBe('bound')
})

it.each([
  ['its cap on calls', { methods: ['sc@4'], caps: { calls: 7 } }, '', /at least 8 calls, but its cap is 7/],
  ['its cap on tokens', { methods: ['sc@4'], caps: { tokens: 7 } }, '', /at least 8 tokens, but its cap is 7/],
  ['calls of an evaluation', { methods: ['sc@4'] }, 'max_calls_per_evaluation', /at least 8 .* one evaluation is 7/],
  [
    'tokens of the day',
    { methods: ['sc@600'] },
    'max_tokens_per_day',
    /^one call may use up to [\d,]+ tokens; 1,000 remain today\. Lower maxTokens/,
  ],
])('says what it cannot end within: %s', async (...[, changes, column, why]) => {
  const used = 'coalesce((SELECT sum(tokens) FROM usage WHERE team_id = team.id), 0)'
  const most = column === 'max_tokens_per_day' ? `1000 + ${used}` : '7'
  if (column !== '') await api().db.query(`UPDATE team SET ${column} = ${most}`)
  const { refusal } = await forecast(changes)
  expect(refusal === null ? '' : forecastRefusalWords(refusal)).toMatch(why)
})

it('admits no evaluation that its team’s limits cannot let end, and one that its own caps end early', async () => {
  const count = () => selectOne<{ n: number }>(api().db, 'SELECT count(*)::int AS n FROM evaluation')
  const key = { 'idempotency-key': 'before-the-limit' }
  const before = await api().post(pathOf(SubmitEvaluation), { ...SPEC, methods: ['sc@4'] }, key)
  expect(before.status, before.text).toBe(201)
  const { n } = await count()
  await api().db.query('UPDATE team SET max_calls_per_evaluation = 7')
  const refused = await api().post(pathOf(SubmitEvaluation), { ...SPEC, methods: ['sc@4'] })
  expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(/cannot finish: .* at least 8 calls/)])
  const id = (before.body as { id: string }).id
  expect((await api().post(pathOf(CloneEvaluation, { path: { id } }), {})).status).toBe(409)
  expect(await count()).toEqual({ n })
  // What was accepted once is accepted again.
  expect((await api().post(pathOf(SubmitEvaluation), { ...SPEC, methods: ['sc@4'] }, key)).status).toBe(200)
  expect((await api().post(pathOf(SubmitEvaluation), { ...SPEC, methods: ['sc@4'], questions: 1 })).status).toBe(201)
  await api().db.query('UPDATE team SET max_calls_per_evaluation = NULL')
  expect((await api().post(pathOf(SubmitEvaluation), { ...SPEC, methods: ['sc@4'], caps: { calls: 7 } })).status).toBe(
    201,
  )
})

it('refuses nothing that may end within them, though it may not', async () => {
  expect((await forecast({ methods: [ASC], caps: { calls: 2 } })).refusal).toBeNull()
  expect((await forecast({ methods: ['sc@4'], caps: { calls: 8, tokens: 8 } })).refusal).toBeNull()
})

it('refuses what could not be submitted, as a submission is refused', async () => {
  for (const changes of [{ benchmark: 'none' }, { pool: 'none' }, { questions: 3 }, { methods: [] }]) {
    const answer = await api().post(pathOf(ForecastEvaluation), { ...SPEC, ...changes })
    const submitting = await api().post(pathOf(SubmitEvaluation), { ...SPEC, ...changes })
    expect([answer.status, submitting.status]).toEqual([400, 400])
    expect((answer.body as { errors: unknown }).errors).toEqual((submitting.body as { errors: unknown }).errors)
  }
})

it('says what the context leaves for an answer, and refuses more than that where somebody asks for it', async () => {
  expect((await forecast(MANY)).context, 'no server has told its context').toBeNull()
  await api().db.query('UPDATE pool SET max_model_len = 512 WHERE name = $1', [POOL])
  const { context } = await forecast(MANY)
  expect(context).toMatchObject({ tokens: 512 })
  const { longestPrompt, largestAnswer } = context ?? { longestPrompt: 0, largestAnswer: 0 }
  // No call takes more than the context, whatever its token limit is.
  expect((await forecast(MANY)).worst).toEqual({ samples: 480, tokens: 480 * 512 })
  expect([longestPrompt > 0, longestPrompt + largestAnswer]).toEqual([true, 512])
  const asking = (maxTokens: number) => ({ ...SPEC, ...MANY, sampling: { maxTokens } })
  const refused = await api().post(pathOf(SubmitEvaluation), asking(largestAnswer + 1))
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(`${largestAnswer + 1} tokens do not fit into pool ${POOL}`)
  expect(refused.text).toContain(`Ask for at most ${largestAnswer}`)
  expect((await api().post(pathOf(SubmitEvaluation), asking(largestAnswer))).status).toBe(201)
  await api().db.query('UPDATE pool SET max_model_len = NULL WHERE name = $1', [POOL])
})

it('says after how many questions an evaluation will end early, where an earlier one tells', async () => {
  const both = { ...MANY, benchmark: 'hundreds', methods: ['sc@2', ASC] }
  const compared = { ...both, until: { decided: 'sc@2', margin: 15 } }
  await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'hundreds', questions: questions(300) }))
  expect((await forecast(both)).until).toBeNull()
  expect((await forecast(compared)).until).toEqual({ questions: null, basis: 'bound' })
  const { until: atMost } = await forecast({ ...both, until: { accuracy: 30 } })
  expect(atMost?.basis).toBe('bound')
  expect(atMost?.questions).toBeGreaterThan(50)
  expect(atMost?.questions).toBeLessThan(300)
  expect((await forecast({ ...both, until: { accuracy: 30 } })).samples).toEqual({
    low: 100,
    high: 2400,
    basis: 'bound',
  })

  const id = await submitted(api(), both)
  // Half are right, whatever the sample: the methods agree.
  const { status } = await runAlone(api().db, id, ({ question }) => {
    const digits = question.replaceAll(/\D/gu, '')
    return drawn(Number(digits) % 2 === 0 ? digits : 'wrong')
  })
  expect(status).toBe('done')
  const { until: foreseen } = await forecast(compared)
  expect(foreseen?.basis).toBe('past')
  expect(foreseen?.questions).toBeLessThan(150)
  const { until: narrow } = await forecast({ ...both, until: { accuracy: 30 } })
  expect(narrow?.basis).toBe('past')
  expect(Math.abs((narrow?.questions ?? 0) - (atMost?.questions ?? 0))).toBeLessThan(15)
  expect((await forecast({ ...both, methods: ['sc@2', 'sc@1'], until: { best: true } })).until?.questions).toBeNull()
})

it('shows what decided an evaluation, and calls none of its figures final', async () => {
  const id = await submitted(api(), { ...MANY, benchmark: 'hundreds', methods: ['sc@2', ASC], until: { accuracy: 30 } })
  const { status } = await runAlone(api().db, id, ({ question }) => drawn(question.replaceAll(/\D/gu, '')))
  expect(status).toBe('decided')
  const view = EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body)
  expect(view.until).toMatchObject({ goal: { kind: 'accuracy', width: 0.3 }, look: { holds: true }, expected: null })
  expect(view).toMatchObject({ digest: null, reason: { kind: 'decided' }, trials: { total: 300 } })
  expect(view.methods.map(({ interim, live }) => [interim, live?.value])).toEqual([
    [true, 1],
    [true, 1],
  ])
  const statistics = await api().get(pathOf(GetStatistics, { path: { id } }))
  expect(statistics.body).toMatchObject({ interim: { kind: 'decided' }, final: null })
  const exported = async (file: ExportFile) => api().get(pathOf(ExportEvaluation, { path: { id, file } }))
  const [figures] = view.methods.flatMap(({ live }) => live ?? [])
  const described = { status: 'decided', until: { kind: 'accuracy' }, decided: [{ key: view.methods[0]?.key }, {}] }
  const inspect = JSON.parse((await exported('inspect.json')).text)
  expect(inspect.eval.metadata.cges).toMatchObject(described)
  expect(inspect.results.scores[0].metrics).toMatchObject({
    decided_accuracy: { value: figures?.value },
    decided_accuracy_low: { value: figures?.low },
    decided_accuracy_high: { value: figures?.high },
    decided_calls: { value: figures?.calls },
  })
  expect(Object.keys(inspect.results.scores[0].metrics)).not.toContain('accuracy')
  const harness = JSON.parse((await exported('lm-eval-results.json')).text)
  expect(Object.keys(harness.results.hundreds).filter((name) => name.startsWith('exact_match'))).toEqual([])
  expect(harness.results.hundreds).toMatchObject({ 'decided_exact_match,sc@2': figures?.value })
  expect(harness['n-samples'].hundreds).toEqual({ original: 300, effective: figures?.n })
  expect((await exported('samples.jsonl')).text.split('\n')[0]).toContain('"status":"decided"')
  expect((await exported('verdicts.csv')).text).toMatch(/,"status","tokens"\r\n(.*,"decided",\d*\r\n)+$/u)
  const against = async (baseline: string) =>
    (await api().get(pathOf(GetStatistics, { path: { id }, query: { baseline } }))).body
  const closed = view.methods[0]?.live?.n
  const [sc, asc] = view.methods.map(({ key }) => key)
  expect(statistics.body).toMatchObject({ decided: [{ key: asc, baseline: sc, value: 0, n: closed }] })
  expect(await against(ASC)).toMatchObject({ decided: [{ key: sc, baseline: asc, value: 0, n: closed }] })
})

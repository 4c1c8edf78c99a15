import { EvaluationView } from '@cges-fleet/core'
import {
  CancelEvaluation,
  CloneEvaluation,
  FollowEvaluation,
  GetSpec,
  pathOf,
  GetEvaluation,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { pricePool } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { selectOne } from '../support/evaluation-rows.js'
import { SPEC, submitted, useApi } from './use-api.js'

const api = useApi()

const stored = () =>
  selectOne<{ evaluations: number; benchmarks: number }>(
    api().db,
    `SELECT (SELECT count(*)::int FROM evaluation) AS evaluations, (SELECT count(*)::int FROM benchmark) AS benchmarks`,
  )

const NOT_A_KEY = /unknown field.*spelling/

/** What is wrong, the body, the field that must be named, and what the message must say. */
const WRONG: readonly [string, unknown, string, RegExp][] = [
  ['an unknown method', { ...SPEC, methods: ['vote@4'] }, 'methods.0', /vote.*methods are sc, esc/],
  ['an unknown method, long', { ...SPEC, methods: [{ method: 'x' }] }, 'methods.0', /unknown method "x"/],
  [
    'an unknown parameter',
    { ...SPEC, methods: ['sc:speed=3@4'] },
    'methods.0',
    /no parameter.*it takes abstainBelow, budget/,
  ],
  ['a missing parameter', { ...SPEC, methods: ['esc@4'] }, 'methods.0', /esc requires window.*esc:window=4@16/],
  ['gamma of 1', { ...SPEC, methods: ['cges:confidence=lns-arith,gamma=1@4'] }, 'methods.0', /gamma.*between 0 and 1/],
  ['gamma of 0', { ...SPEC, methods: ['cges:confidence=lns-arith,gamma=0@4'] }, 'methods.0', /gamma.*between 0 and 1/],
  ['an unknown signal', { ...SPEC, methods: ['cges:confidence=luck,gamma=0.9@4'] }, 'methods.0', /one of lns-arith/],
  ['a method’s budget of 0', { ...SPEC, methods: ['sc@0'] }, 'methods.0', /budget must be a whole number.*not 0/],
  ['a budget of 0', { ...SPEC, methods: ['sc'], budget: 0 }, 'budget', /at least 1/],
  ['a budget too large', { ...SPEC, methods: ['sc'], budget: 5000 }, 'budget', /1024/],
  ['the second method wrong', { ...SPEC, methods: ['sc@2', 'nope'] }, 'methods.1', /nope/],
  ['one method twice', { ...SPEC, methods: ['sc@2', { method: 'sc', budget: 2 }] }, 'methods.1', /methods\[0\]: sc@2/],
  ['no method', { ...SPEC, methods: [] }, 'methods', /at least one method/],
  [
    'too few questions to certify',
    { ...SPEC, methods: ['asc-beta:certified=0.02/0.1@4'] },
    'methods.0',
    /at least 114/,
  ],
  [
    'too small a total',
    { ...SPEC, methods: ['fixed-total:totalCalls=1@4'] },
    'methods.0',
    /totalCalls must be at least \d/,
  ],
  [
    'a known benchmark that was not imported',
    { ...SPEC, benchmark: 'gsm8k' },
    'benchmark',
    /no benchmark "gsm8k": import it first with cges benchmark import gsm8k, or choose numbers/,
  ],
  [
    'a benchmark of nobody',
    { ...SPEC, benchmark: 'nobodys' },
    'benchmark',
    /no benchmark "nobodys": import it first, or choose numbers/,
  ],
  [
    'a benchmark with a slip in its name',
    { ...SPEC, benchmark: 'nmbers' },
    'benchmark',
    /no benchmark "nmbers": import it first, or choose numbers; did you mean numbers\?/,
  ],
  ['a benchmark’s name misspelt', { ...SPEC, benchmark: 'GSM 8k' }, 'benchmark', /must be 1 to 64 of a-z/],
  ['an unknown pool', { ...SPEC, pool: 'b200' }, 'pool', /no pool "b200"; known: test-pool$/],
  [
    'a pool with a slip in its name',
    { ...SPEC, pool: 'test-pol' },
    'pool',
    /known: test-pool; did you mean test-pool\?/,
  ],
  ['too many questions', { ...SPEC, questions: 3 }, 'questions', /has 2/],
  ['no replicates', { ...SPEC, replicates: 0 }, 'replicates', /1/],
  ['a seed below 0', { ...SPEC, seed: -1 }, 'seed', /0/],
  ['sampling out of range', { ...SPEC, sampling: { temperature: 3 } }, 'sampling.temperature', /2/],
  ['a pool left out', { benchmark: 'numbers', methods: ['sc@2'] }, 'pool', /./],
  ['an unknown key', { ...SPEC, metods: ['sc@2'] }, 'metods', NOT_A_KEY],
  ['an unknown key inside', { ...SPEC, sampling: { temp: 1 } }, 'sampling.temp', NOT_A_KEY],
]

it.each(WRONG)('refuses %s, names the field and the remedy, and changes nothing', async (...wrong) => {
  const [, body, field, remedy] = wrong
  const before = await stored()
  const refused = await api().post(pathOf(SubmitEvaluation), body)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(refused.body).toMatchObject({ type: 'about:blank', title: 'Bad Request', status: 400 })
  const { errors, detail } = refused.body as { errors: { field: string; problem: string }[]; detail: string }
  const named = errors.find((error) => error.field === field || error.field.startsWith(`${field}.`))
  expect(named, refused.text).toBeDefined()
  expect(named?.problem).toMatch(remedy)
  expect(detail).toMatch(remedy)
  expect(await stored()).toEqual(before)
})

it('tells every field at fault at once', async () => {
  const { body } = await api().post(pathOf(SubmitEvaluation), { ...SPEC, pool: 'No Pool', replicates: 1.5, seed: -1 })
  const fields = (body as { errors: { field: string }[] }).errors.map(({ field }) => field)
  expect(fields.toSorted()).toEqual(['pool', 'replicates', 'seed'])
})

it.each([
  ['is no JSON', '{"benchmark": '],
  ['is nothing', ''],
  ['is a list', '[]'],
  ['is a word', '"sc"'],
])('refuses a body that %s', async (_, text) => {
  const before = await stored()
  const refused = await api().post(pathOf(SubmitEvaluation), text)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(await stored()).toEqual(before)
})

it('refuses a body that is not sent as JSON', async () => {
  const refused = await api().post(pathOf(SubmitEvaluation), JSON.stringify(SPEC), { 'content-type': 'text/plain' })
  expect(refused.status).toBe(400)
})

it('accepts a submission, shows it whole, says where it is, and needs no coordinator for it', async () => {
  const accepted = await api().post(pathOf(SubmitEvaluation), {
    ...SPEC,
    methods: ['sc', { method: 'esc', window: 2 }],
    budget: 6,
    replicates: 2,
    seed: 2 ** 53 - 1,
    sampling: { temperature: 0 },
  })
  expect(accepted.status).toBe(201)
  const view = EvaluationView.parse(accepted.body)
  expect(view).toMatchObject({
    name: 'Numbers on test-pool',
    status: 'running',
    simulated: true,
    seed: 2 ** 53 - 1,
    trials: { total: 4, closed: 0, blocked: 0 },
    sampling: { temperature: 0, topP: 0.95 },
  })
  expect(view.methods.map(({ key }) => key)).toEqual(['sc@6', 'esc:answerFrom=plurality,window=2@6'])
  expect(accepted.headers.get('location')).toBe(pathOf(GetEvaluation, { path: { id: view.id } }))
  const shown = await api().get(pathOf(GetEvaluation, { path: { id: view.id } }))
  expect(shown.status).toBe(200)
  expect(shown.body).toMatchObject({ id: view.id, methods: view.methods })
})

async function named(name?: string): Promise<string> {
  const body = { ...SPEC, ...(name === undefined ? {} : { name }) }
  return EvaluationView.parse((await api().post(pathOf(SubmitEvaluation), body)).body).name
}

it('numbers a default name that the team has, and leaves a given one', async () => {
  await named('Numbers on test-pool and more')
  await named('Numbers on test-pool 3')
  const names = [await named(), await named(), await named('Numbers on test-pool')]
  expect(names).toEqual(['Numbers on test-pool 2', 'Numbers on test-pool 4', 'Numbers on test-pool'])
})

it('makes one evaluation of one Idempotency-Key, and refuses another body under it', async () => {
  const key = { 'idempotency-key': 'nightly-7' }
  const before = await stored()
  const all = await Promise.all(Array.from({ length: 8 }, () => api().post(pathOf(SubmitEvaluation), SPEC, key)))
  expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 200, 200, 200, 200, 200, 201,
  ])
  expect(new Set(all.map(({ headers }) => headers.get('location')))).toHaveLength(1)
  const other = await api().post(pathOf(SubmitEvaluation), { ...SPEC, seed: 1 }, key)
  expect(other.status).toBe(409)
  expect(other.body).toMatchObject({ detail: expect.stringMatching(/another body.*new key/) })
  expect((await stored()).evaluations).toBe(before.evaluations + 1)
  const bad = await api().post(pathOf(SubmitEvaluation), SPEC, { 'idempotency-key': 'two words' })
  expect(bad.status).toBe(400)
  expect(bad.body).toMatchObject({ errors: [{ field: 'Idempotency-Key' }] })
})

it('ends an evaluation early, once', async () => {
  const id = await submitted(api())
  const ended = await api().post(pathOf(CancelEvaluation, { path: { id } }))
  expect(ended.status).toBe(200)
  expect(ended.body).toMatchObject({ id, status: 'cancelled', notComparable: { kind: 'ended_early' } })
  const again = await api().post(pathOf(CancelEvaluation, { path: { id } }))
  expect(again.status).toBe(200)
  const { finishedAt, version } = EvaluationView.parse(ended.body)
  expect(again.body).toMatchObject({ finishedAt, version, status: 'cancelled' })
})

it('clones an evaluation with how its answers vote, that it is interactive, and what is audited', async () => {
  const first = await api().post(pathOf(SubmitEvaluation), {
    ...SPEC,
    paper: true,
    interactive: true,
    audit: 0.2,
    priority: 'high',
  })
  const { id } = EvaluationView.parse(first.body)
  const cloned = await api().post(pathOf(CloneEvaluation, { path: { id } }), {})
  expect(cloned.status).toBe(201)
  const specs = await api().db.query('SELECT spec, priority FROM evaluation WHERE id = ANY ($1)', [
    [id, EvaluationView.parse(cloned.body).id],
  ])
  expect(specs).toHaveLength(2)
  expect(specs[0]).toMatchObject({ spec: { paper: true, interactive: true, audit: 0.2 }, priority: 'high' })
  expect(specs[1]).toEqual(specs[0])
})

it('draws ahead unless told not to, or its pool has a price', async () => {
  const lookaheadOf = async (body: object) => {
    const { id } = EvaluationView.parse((await api().post(pathOf(SubmitEvaluation), { ...SPEC, ...body })).body)
    const { body: spec } = await api().get(pathOf(GetSpec, { path: { id } }))
    return (spec as { lookahead: unknown }).lookahead
  }
  expect(await lookaheadOf({})).toBe('auto')
  expect(await lookaheadOf({ lookahead: 'off' })).toBe('off')
  await pricePool(api().db, SPEC.pool, { gpuHour: 2, promptMillion: null, completionMillion: null, currency: 'EUR' })
  expect(await lookaheadOf({})).toBe('off')
  expect(await lookaheadOf({ lookahead: 'auto' })).toBe('auto')
})

it.each([GetEvaluation, FollowEvaluation, CancelEvaluation])(
  'does not know an evaluation that is not there: $at',
  async (route) => {
    const none = '01930000-0000-7000-8000-000000000000'
    const call = (id: string) => api()[route.at.method](pathOf(route, { path: { id } }))
    const unknown = await call(none)
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({
      status: 404,
      detail: `There is no evaluation ${none}. cges evaluations lists yours.`,
    })
    const misspelt = await call('17')
    expect(misspelt.status).toBe(400)
    expect(misspelt.body).toMatchObject({ detail: expect.stringContaining('is not an evaluation id') })
  },
)

it('answers a path that is not there with a problem', async () => {
  const unknown = await api().get('/v1/nothing')
  expect(unknown.status).toBe(404)
  expect(unknown.headers.get('content-type')).toContain('application/problem+json')
})

import { createHash } from 'node:crypto'
import { EvaluationPage, type EvaluationView, type ImportedCount } from '@cges-fleet/core'
import {
  AddSamples,
  CreateImport,
  ListEvaluations,
  ListPools,
  ListStoredSamples,
  pathOf,
  GetEvaluation,
} from '@cges-fleet/core/contract'
import { failSilentImports } from '@cges-fleet/db'
import { isTrialMethod, decide } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { method, round, select } from '../support/evaluation-rows.js'
import { submitted, useApi } from './use-api.js'

const api = useApi()

const SPEC = {
  benchmark: 'numbers',
  model: 'their/Model-7B',
  source: { format: 'lm-eval', files: ['samples_numbers.jsonl'] },
  methods: ['sc@3', 'asc-beta@3', 'cges:confidence=lns-arith,gamma=0.9@3'],
}

const sample = (questionId: string, index: number, answer: string | null) => ({
  questionId,
  index,
  outcome: answer === null ? 'no_answer' : 'answer',
  answer,
  text: `It is ${answer}\0`,
  signals: { 'lns-arith': 0.8 },
  finishReason: 'stop',
  promptTokens: 1,
  completionTokens: 2,
  seed: null,
  error: null,
})

async function created(changes: object = {}, key?: string): Promise<EvaluationView> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const { status, body, text } = await api().post(pathOf(CreateImport), { ...SPEC, ...changes }, headers)
  if (status !== 201 && status !== 200) throw new Error(text)
  return body as EvaluationView
}

async function add(id: string, batch: object): Promise<ImportedCount> {
  const { status, body, text } = await api().post(pathOf(AddSamples, { path: { id } }), batch)
  if (status !== 200) throw new Error(text)
  return body as ImportedCount
}

async function view(id: string): Promise<EvaluationView> {
  return (await api().get(pathOf(GetEvaluation, { path: { id } }))).body as EvaluationView
}

it('decides the samples of a log as it would its own, draws none, and names the log', async () => {
  const { id, provenance, source, sampling } = await created()
  expect({ provenance, source, sampling }).toEqual({ provenance: 'imported', source: SPEC.source, sampling: {} })
  const answers = ['0', '7', '0']
  const others = ['1', '1', null]
  const samples = [
    ...answers.map((answer, index) => sample('q-0', index, answer)),
    ...others.map((answer, index) => sample('q-1', index, answer)),
  ]
  expect(await add(id, { samples: samples.slice(0, 4) })).toEqual({ received: 4, stored: 4, missing: 0 })
  await round(api().db, id)
  expect((await view(id)).status).toBe('running')
  expect(await add(id, { samples, complete: true })).toEqual({ received: 6, stored: 2, missing: 0 })
  await round(api().db, id)
  const done = await view(id)
  expect(done).toMatchObject({ status: 'done', samplesDrawn: 6, trials: { closed: 2, blocked: 0 } })
  for (const [position, written] of SPEC.methods.entries()) {
    const spec = method(written)
    if (!isTrialMethod(spec)) throw new Error('not in this test')
    const calls = [answers, others].map((each) => {
      const votes = each.map((answer) => ({ answer, confidences: { 'lns-arith': 0.8 } }))
      const decision = decide(spec, votes)
      return decision.state === 'stopped' ? decision.calls : Number.NaN
    })
    expect(done.methods[position]).toMatchObject({ resolved: 2, calls: calls.reduce((sum, each) => sum + each, 0) / 2 })
  }
  const planned = await select(api().db, `SELECT 1 FROM sample WHERE evaluation_id = $1 AND state <> 'read'`, [id])
  const calls = await select(api().db, `SELECT 1 FROM call WHERE evaluation_id = $1`, [id])
  expect([planned, calls]).toEqual([[], []])
})

it('blocks the trials that lack samples, once complete, and plans none for them', async () => {
  const { id } = await created()
  await add(id, { samples: [sample('q-0', 0, '0'), sample('q-0', 2, '0'), sample('q-1', 0, '1')] })
  expect(await add(id, { samples: [], complete: true })).toMatchObject({ stored: 0, missing: 2 })
  const filled = () => select(api().db, `SELECT 1 FROM sample WHERE evaluation_id = $1`, [id])
  expect(await filled()).toHaveLength(5)
  // A request whose answer was lost is repeated: nothing is blocked anew.
  expect(await add(id, { samples: [], complete: true })).toMatchObject({ missing: 2 })
  expect(await filled()).toHaveLength(5)
  await round(api().db, id)
  const ended = await view(id)
  expect(ended).toMatchObject({ status: 'done', trials: { closed: 0, blocked: 2 } })
  expect(ended.notComparable).toMatchObject({ kind: 'blocked', counts: { blocked: 2, trials: 2 } })
})

it('goes on with an import that was interrupted, and refuses another under its key', async () => {
  const first = await created({}, 'once')
  await add(first.id, { samples: [sample('q-0', 0, '0')] })
  expect((await created({}, 'once')).id).toBe(first.id)
  const other = await api().post(pathOf(CreateImport), { ...SPEC, model: 'another' }, { 'idempotency-key': 'once' })
  expect(other.status).toBe(409)
})

it('tells which samples are stored, a page at a time, and not what stands for one that is missing', async () => {
  const { id } = await created()
  const stored = async () => (await api().get(pathOf(ListStoredSamples, { path: { id } }))).body
  expect(await stored()).toEqual({ questions: [], next: null })
  await add(id, { samples: [0, 1, 4].map((index) => sample('q-1', index, '1')) })
  await add(id, { samples: [sample('q-0', 0, '0'), sample('q-0', 0, 'twice in the log')], complete: true })
  const stretches = [
    { from: 0, to: 1 },
    { from: 4, to: 4 },
  ]
  expect(await stored()).toEqual({
    questions: [
      { questionId: 'q-0', stretches: [{ from: 0, to: 0 }] },
      { questionId: 'q-1', stretches },
    ],
    next: null,
  })
  const [kept] = await select<{ raw_answer: string }>(
    api().db,
    `SELECT raw_answer FROM sample s JOIN trial t ON t.id = s.trial_id WHERE t.evaluation_id = $1 AND t.position = 0 AND s.index = 0`,
    [id],
  )
  expect(kept?.raw_answer).toBe('0')
  expect((await api().get(`${pathOf(ListStoredSamples, { path: { id } })}?after=0`)).body).toMatchObject({
    questions: [{ questionId: 'q-1' }],
  })
  expect((await api().get(`${pathOf(ListStoredSamples, { path: { id } })}?after=x`)).status).toBe(400)
  expect((await api().get(pathOf(ListStoredSamples, { path: { id: await submitted(api()) } }))).status).toBe(409)
})

it('says that an import is under way, or has stopped, until all has come', async () => {
  const { id } = await created()
  await add(id, { samples: [sample('q-0', 0, '0')] })
  await round(api().db, id)
  expect((await view(id)).reason).toEqual({ kind: 'importing', counts: { samples: 1 }, why: null })
  const quiet = `UPDATE evaluation SET import_batch_at = now() - interval '10 minutes' WHERE id = $1`
  await api().db.query(quiet, [id])
  expect((await view(id)).reason).toEqual({ kind: 'import_silent', counts: { samples: 1, seconds: 600 }, why: null })
  const samples = ['q-0', 'q-1'].flatMap((question) => [0, 1, 2].map((index) => sample(question, index, '1')))
  await add(id, { samples, complete: true })
  await add(id, { samples: [], complete: true })
  expect((await view(id)).reason).toBeNull()
  await round(api().db, id)
  const { status, events } = await view(id)
  expect(status).toBe('done')
  expect(events.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['submitted', { kind: 'log_announced', counts: {}, why: null }],
    ['imported', { kind: 'imported', counts: { samples: 6 }, why: null }],
    ['done', null],
  ])
})

it('keeps pools of logs out of the list of pools, and says what is wrong with a batch', async () => {
  const { id, pool } = await created()
  const hash = createHash('sha256').update(SPEC.model).digest('hex').slice(0, 6)
  expect(pool).toEqual({ name: `imported-their-model-7b-${hash}`, model: SPEC.model, maxModelLen: null })
  expect((await api().get(pathOf(ListPools))).text).not.toContain('imported')
  const refused = async (path: string, body: object) => {
    const { status, body: problem } = await api().post(path, body)
    return [status, (problem as { detail: string }).detail]
  }
  const samples = pathOf(ListStoredSamples, { path: { id } })
  const cases = [
    [samples, { samples: [sample('q-9', 0, '1')] }, 400, 'no question "q-9"'],
    [samples, { samples: [{ ...sample('q-0', 0, '1'), index: 1024 }] }, 400, 'samples.0.index'],
    [samples, { samples: [sample('q-0', 0, '1\0')] }, 400, 'samples.0.answer'],
    [
      pathOf(ListStoredSamples, { path: { id: await submitted(api()) } }),
      { samples: [] },
      409,
      'draws its own samples',
    ],
    [pathOf(CreateImport), { ...SPEC, methods: ['dsc@3'] }, 400, 'cges replay'],
    [pathOf(CreateImport), { ...SPEC, benchmark: 'none' }, 400, 'there is no benchmark'],
    [pathOf(ListEvaluations), { benchmark: 'numbers', pool: pool.name, methods: ['sc@2'] }, 400, 'there is no pool'],
  ] as const
  for (const [path, body, status, detail] of cases) {
    expect(await refused(path, body)).toEqual([status, expect.stringContaining(detail)])
  }
})

it('fails an import whose sender is gone or was refused, lists it as what needs attention, and takes it up again', async () => {
  const needing = async () => {
    const { body } = await api().get(pathOf(ListEvaluations, { query: { attention: '1' } }))
    return EvaluationPage.parse(body)
      .evaluations.filter(({ name }) => ['silent', 'refused'].includes(name))
      .map(({ id, status, reason }) => [id, status, reason])
  }
  const silent = await created({ name: 'silent' })
  await add(silent.id, { samples: [sample('q-0', 0, '0')] })
  await round(api().db, silent.id)
  expect(await failSilentImports(api().db)).toBe(0)
  await select(
    api().db,
    `UPDATE evaluation SET import_batch_at = now() - interval '11 minutes' WHERE id = $1 RETURNING id`,
    [silent.id],
  )
  expect(await failSilentImports(api().db)).toBe(1)
  expect(await failSilentImports(api().db)).toBe(0)
  const refused = await created({ name: 'refused' })
  const { status } = await api().post(pathOf(AddSamples, { path: { id: refused.id } }), {
    samples: [sample('q-unknown', 0, '0')],
  })
  expect(status).toBe(400)
  expect(await needing()).toEqual([
    [refused.id, 'failed', { kind: 'import_failed', counts: {}, why: 'the benchmark has no question "q-unknown"' }],
    [silent.id, 'failed', { kind: 'import_silent', counts: { samples: 1, seconds: 600 }, why: null }],
  ])
  await add(silent.id, { samples: [sample('q-0', 1, '0')] })
  expect(await view(silent.id)).toMatchObject({ status: 'running', finishedAt: null })
  expect(await needing()).toHaveLength(1)
})

import {
  type ClaimedDraw,
  type DataSource,
  heartbeat,
  listEvents,
  LOCAL_TEAM,
  newId,
  retryEvaluation,
} from '@cges-fleet/db'
import { type Preflight, setAsideWords, type EvaluationReason, evaluationReasonWords } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { drawn, POOL, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { recount } from '../support/recount.js'
import { useDatabase } from '../support/databases.js'
import { runAlone } from './run-alone.js'

const database = useDatabase(8)

const METHODS = ['sc@4', 'esc:window=2@4', 'cges:confidence=lns-arith,gamma=0.99@4']
const WANTED = { methods: METHODS, benchmark: { questions: questions(8) } }

const specOf = (db: DataSource, id: string) =>
  selectOne<{ methods: string[]; aside: { note: object }[]; status: string; reason: EvaluationReason | null }>(
    db,
    `SELECT (SELECT jsonb_agg(m ->> 'method') FROM jsonb_array_elements(spec -> 'methods') m) AS methods,
            coalesce(spec -> 'setAside', '[]') AS aside, status, reason FROM evaluation WHERE id = $1`,
    [id],
  )

/** A server without log-probabilities: a sample that needs some is given up, one that needs none is a sample. */
function withoutLogprobs(needed: (draw: ClaimedDraw) => boolean) {
  return (draw: ClaimedDraw) =>
    needed(draw)
      ? drawn(null, {
          outcome: 'infra_error',
          signals: null,
          body: null,
          error: 'the server gave no log-probabilities for lns-arith',
          lacks: ['lns-arith'],
        })
      : drawn(String(draw.index % 2), { signals: null })
}

/** Whether the claim still belongs to methods that need a signal: none were set aside when it was made. */
const asLongAsAll = ({ methods }: ClaimedDraw) => methods === METHODS.length

const gone = () => drawn(null, { outcome: 'infra_error', signals: null, body: null, error: 'the server was silent' })

const PREFLIGHT: Preflight = {
  engine: 'vllm',
  requests: 3,
  streams: true,
  logprobs: false,
  topLogprobs: false,
  seed: 'honoured',
  countsAgree: true,
  refused: [],
  notes: [],
}

it('sets a method aside whose log-probabilities no sample has, and runs the others to the end', async () => {
  const db = database()
  const id = await submit(db, WANTED)
  const { status } = await runAlone(db, id, withoutLogprobs(asLongAsAll))
  expect(status).toBe('done')
  expect(await specOf(db, id)).toMatchObject({
    methods: ['sc', 'esc'],
    aside: [{ spec: { method: 'cges' }, note: { kind: 'no_logprobs' } }],
  })
  const verdicts = await select(db, `SELECT method_key, count(*)::int AS n FROM verdict GROUP BY 1 ORDER BY 1`)
  expect(verdicts).toEqual([
    { method_key: 'esc:answerFrom=plurality,window=2@4', n: 8 },
    { method_key: 'sc@4', n: 8 },
  ])
  expect(await selectOne(db, 'SELECT trials_blocked AS blocked FROM evaluation')).toEqual({ blocked: 0 })
  const events = await listEvents(db, LOCAL_TEAM, { id })
  expect(events.map(({ kind }) => kind)).toEqual(['submitted', 'set_aside', 'done'])
  expect(events[1]?.reason).toMatchObject({
    kind: 'set_aside',
    why: 'no_logprobs',
    methods: [expect.stringMatching(/^cges/)],
  })
  const { stored, counted } = await recount(db, id)
  expect({ ...(stored as object), moved: 0 }).toEqual({ ...(counted as object), moved: 0 })
})

it('draws again what a worker that knew nothing of it gave up afterwards, and has workers look again', async () => {
  const db = database()
  const late = new Set<string>()
  const known: number[] = []
  const id = await submit(db, WANTED)
  const model = withoutLogprobs((draw) => {
    if (asLongAsAll(draw)) return true
    known.push(draw.methods)
    const isFirst = !late.has(draw.callId)
    late.add(draw.callId)
    return isFirst && draw.index === 3
  })
  expect(await runAlone(db, id, model)).toMatchObject({ status: 'done' })
  expect(await selectOne(db, 'SELECT trials_blocked AS blocked FROM evaluation')).toEqual({ blocked: 0 })
  expect(Math.min(...known)).toBeGreaterThan(METHODS.length)
})

it('gives the verdicts that the others would have had alone', async () => {
  const db = database()
  const alone = await runAlone(
    db,
    await submit(db, { ...WANTED, methods: METHODS.slice(0, 2) }),
    withoutLogprobs(() => false),
  )
  const id = await submit(db, { ...WANTED, benchmark: { ...WANTED.benchmark, name: 'again' } })
  expect((await runAlone(db, id, withoutLogprobs(asLongAsAll))).digest).toBe(alone.digest)
})

it('sets nothing aside for a sample that lacks what others have', async () => {
  const db = database()
  const id = await submit(db, WANTED)
  const model = withoutLogprobs(({ question, index }) => index === 1 && question.includes('3?'))
  const carrying = (draw: ClaimedDraw) => ({
    ...model(draw),
    ...(model(draw).body === null ? {} : { signals: { 'lns-arith': 0.9 } }),
  })
  await runAlone(db, id, carrying)
  const { methods, aside, status } = await specOf(db, id)
  expect({ methods, aside, status }).toEqual({ methods: ['sc', 'esc', 'cges'], aside: [], status: 'done' })
  expect(await selectOne(db, 'SELECT trials_blocked AS blocked FROM evaluation')).toEqual({ blocked: 1 })
})

it('fails, with what to do, where every method needs what the server does not give', async () => {
  const db = database()
  const id = await submit(db, { ...WANTED, methods: METHODS.slice(2) })
  expect(
    await runAlone(
      db,
      id,
      withoutLogprobs(() => true),
    ),
  ).toMatchObject({ status: 'failed' })
  const { reason } = await specOf(db, id)
  expect(reason && evaluationReasonWords(reason)).toMatch(
    /^All 8 questions failed\. This server returns no log-probabilities, which `cges.*` needs\. Remove .*, or start the server with them\.$/,
  )
})

it('sets aside before the first call what the pool’s workers found that it cannot run', async () => {
  const db = database()
  const id = await submit(db, WANTED)
  const worker = { id: newId(), pool: POOL, slots: 4, ready: true, reason: null, engine: null }
  await heartbeat(db, { ...worker, preflight: PREFLIGHT })
  const { queued } = await round(db, id)
  expect(queued.length).toBeGreaterThan(0)
  const { methods, aside } = await specOf(db, id)
  expect(methods).toEqual(['sc', 'esc'])
  expect(aside).toHaveLength(1)
  expect(
    await runAlone(
      db,
      id,
      withoutLogprobs(() => false),
    ),
  ).toMatchObject({ status: 'done' })
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM call_ledger')).toEqual({ n: 32 })
})

it('ends failed where nothing could be drawn, says why and what to do, and runs again once it is retried', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'], benchmark: { questions: questions(8) } })
  expect(await runAlone(db, id, gone)).toEqual({ status: 'failed', digest: null })
  const why = 'the server was silent'
  expect((await specOf(db, id)).reason).toEqual({ kind: 'none_drawn', counts: { questions: 8 }, why })
  expect(await retryEvaluation(db, LOCAL_TEAM, id)).toEqual({ kind: 'retried', trials: 8 })
  expect(await runAlone(db, id, ({ index }) => drawn(String(index)))).toMatchObject({ status: 'done' })
  expect((await specOf(db, id)).reason).toBeNull()
})

it('tells a request that the server refuses from one it did not answer', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'] })
  await round(db, id)
  await landAll(db, () =>
    drawn(null, { outcome: 'invalid_request', signals: null, body: null, error: '400: no such option' }),
  )
  await round(db, id)
  const { status, reason } = await specOf(db, id)
  expect(status).toBe('failed')
  expect(reason).toEqual({ kind: 'none_accepted', counts: { questions: 2 }, why: '400: no such option' })
  expect(await retryEvaluation(db, LOCAL_TEAM, id)).toEqual({ kind: 'refused', status: 'failed' })
})

it('words every reason with what needs it, and what to do', () => {
  const spec = { method: 'sc', budget: 4 } as const
  for (const kind of ['no_logprobs', 'no_top_logprobs', 'no_reward_model', 'no_step_scorer'] as const) {
    expect(setAsideWords({ spec, note: { kind, counts: {}, why: null } })).toMatch(/`sc@4` needs\. \w+/)
  }
})

import type { ModelsUntil } from '@cges-fleet/core'
import { cancelEvaluation, type DataSource, ensurePool, landSample, LOCAL_TEAM, newId } from '@cges-fleet/db'
import { methodKey } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/databases.js'
import { claim, drawn, method, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'

const database = useDatabase()

const QUESTIONS = 200
const METHODS = ['sc@1']

/** How often in ten each model is right; two differ in few questions. */
const RIGHT = { large: 9, same: 9, small: 4 } as const
type Model = keyof typeof RIGHT
const MODELS = Object.keys(RIGHT) as Model[]

const goal = (changes: Partial<ModelsUntil> = {}): ModelsUntil => ({
  kind: 'models',
  method: methodKey(method('sc@1')),
  models: MODELS,
  group: newId(),
  margin: 0.1,
  atLeast: 20,
  ...changes,
})

/** The evaluations of a suite, by their models. */
async function suite(db: DataSource, until: ModelsUntil, models: readonly Model[] = MODELS) {
  const ids = new Map<Model, string>()
  for (const pool of models) {
    await ensurePool(db, pool, { model: pool, provenance: 'simulated' })
    const benchmark = { questions: questions(QUESTIONS) }
    ids.set(pool, await submit(db, { methods: METHODS, benchmark, changes: { pool, until } }))
  }
  return ids
}

const isRight = (model: Model, question: string) =>
  (Math.imul(Number(question.replaceAll(/\D/gu, '')) + 1, 2_654_435_761) >>> 8) % 10 < RIGHT[model]

const rightOf = (model: Model) => questions(QUESTIONS).filter(({ question }) => isRight(model, question)).length

/** Runs a round of an evaluation and lands the first of what it planned; returns its status. */
async function advance(db: DataSource, id: string, model: Model, most: number): Promise<string> {
  await round(db, id)
  const calls = await select<{ callId: string }>(
    db,
    `SELECT k.id AS "callId" FROM call k JOIN trial t ON t.id = k.trial_id JOIN evaluation e ON e.id = t.evaluation_id
     WHERE t.evaluation_id = $1 AND k.state = 'pending' AND e.status = 'running' ORDER BY t.ordinal LIMIT $2`,
    [id, most],
  )
  for (const call of calls) {
    const draw = await claim(db, call)
    const answer = isRight(model, draw.question) ? draw.question.replaceAll(/\D/gu, '') : 'wrong'
    await landSample(db, { ...draw, gpuMs: 1 }, drawn(answer))
  }
  return (await stateOf(db, id)).status
}

interface State {
  readonly status: string
  readonly prefix: number
  readonly decided: { closed: number; decisions: { key: string; outcome: string; low: number; high: number }[] } | null
  readonly reason: { kind: string } | null
  readonly live: number
}

const stateOf = (db: DataSource, id: string) =>
  selectOne<State>(
    db,
    `SELECT status, closed_prefix AS prefix, decided, reason,
            (SELECT count(*)::int FROM call WHERE evaluation_id = e.id AND live AND state = 'leased') AS live
     FROM evaluation e WHERE id = $1`,
    [id],
  )

/** Runs all, each at its own speed, until each has ended. */
async function follow(db: DataSource, ids: ReadonlyMap<Model, string>): Promise<ReadonlyMap<Model, State>> {
  const speeds: Record<Model, number> = { large: 8, same: 5, small: 11 }
  const running = new Map(ids)
  for (let rounds = 0; running.size > 0; rounds += 1) {
    if (rounds > 200) throw new Error('they have not ended')
    for (const [model, id] of running)
      if ((await advance(db, id, model, speeds[model])) !== 'running') running.delete(model)
  }
  return new Map(await Promise.all([...ids].map(async ([model, id]) => [model, await stateOf(db, id)] as const)))
}

const outcomesOf = (state: State | undefined) =>
  Object.fromEntries((state?.decided?.decisions ?? []).map(({ key, outcome }) => [key, outcome]))

it('ends the model that is worse, then those that are left once they are level', async () => {
  const db = database()
  const ended = await follow(db, await suite(db, goal()))
  const small = ended.get('small')
  expect(small).toMatchObject({ status: 'decided', reason: { kind: 'decided' } })
  expect(Object.values(outcomesOf(small))).toContain('better')
  expect(small?.prefix).toBeLessThan(QUESTIONS / 2)
  for (const [model, other] of [
    ['large', 'same'],
    ['same', 'large'],
  ] as const) {
    const state = ended.get(model)
    expect(state?.status).toBe('decided')
    // The one that was dropped is not waited for.
    expect(outcomesOf(state)).toEqual({ [other]: 'close' })
    expect(state?.prefix).toBeGreaterThan(small?.prefix ?? 0)
  }
}, 120_000)

it('states limits that hold what the models differ by on all questions', async () => {
  const db = database()
  const ended = await follow(db, await suite(db, goal()))
  for (const [model, { decided }] of ended) {
    for (const { key, low, high } of decided?.decisions ?? []) {
      const difference = (rightOf(key as Model) - rightOf(model)) / QUESTIONS
      expect(low).toBeLessThanOrEqual(difference)
      expect(high).toBeGreaterThanOrEqual(difference)
    }
  }
}, 120_000)

it('compares within its group alone, and takes all questions where no other model is left', async () => {
  const db = database()
  const ids = await suite(db, goal(), ['large', 'small'])
  await suite(db, goal(), ['same'])
  const cancelled = ids.get('large') ?? ''
  await cancelEvaluation(db, LOCAL_TEAM, cancelled)
  const left = new Map([...ids].filter(([model]) => model === 'small'))
  const ended = await follow(db, left)
  expect(ended.get('small')).toMatchObject({ status: 'done', prefix: QUESTIONS, decided: null })
}, 120_000)

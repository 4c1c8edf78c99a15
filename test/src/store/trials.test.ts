import { createHash } from 'node:crypto'
import { createTrials, lockEvaluation, transaction, type DataSource } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

interface Trial {
  readonly ordinal: number
  readonly replicate: number
  readonly position: number
  readonly question_id: string
  readonly seed_base: string
}

const trialsOf = (db: DataSource, id: string) =>
  select<Trial>(db, 'SELECT * FROM trial WHERE evaluation_id = $1 ORDER BY ordinal', [id])

function create(db: DataSource, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const evaluation = await lockEvaluation(tx, id)
    if (evaluation === null) throw new Error('no evaluation')
    return createTrials(tx, evaluation)
  })
}

it('makes every question of every replicate once, shuffled by the evaluation’s seed', async () => {
  const db = database()
  const shape = { benchmark: { questions: questions(37) } }
  const orders: string[] = []
  for (const seed of [1, 1, 2]) {
    const id = await submit(db, { ...shape, changes: { seed, replicates: 3 } })
    expect(await create(db, id)).toBe(111)
    const trials = await trialsOf(db, id)
    const cells = trials.map((trial) => `${trial.replicate}/${trial.position}`)
    expect(new Set(cells)).toHaveLength(111)
    expect(trials.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 111 }, (_, i) => i))
    for (const trial of trials) expect(trial.question_id).toBe(`q-${trial.position}`)
    orders.push(cells.join())
  }
  expect(orders[0]).toBe(orders[1])
  expect(orders[0]).not.toBe(orders[2])
  expect(orders[0]).not.toBe([...(orders[0] ?? '')].toSorted().join())
})

it('uses the first questions of the file alone where only some are wanted', async () => {
  const db = database()
  const id = await submit(db, { benchmark: { questions: questions(20) }, changes: { questions: 4, replicates: 2 } })
  await create(db, id)
  const cells = (await trialsOf(db, id)).map((trial) => `${trial.replicate}/${trial.position}`)
  expect(cells.toSorted()).toEqual(['0/0', '0/1', '0/2', '0/3', '1/0', '1/1', '1/2', '1/3'])
})

it('seeds samples as specified: 1,024 × 42 bits of a hash over what names the trial, plus the index', async () => {
  const db = database()
  const odd = [{ id: 'q "1" \\ é', question: '?', answer: '1' }, ...questions(1)]
  const id = await submit(db, {
    methods: ['sc@3'],
    benchmark: { questions: odd },
    changes: { seed: 2 ** 45 + 3, replicates: 2 },
  })
  await round(db, id)
  const { revision } = await selectOne<{ revision: string }>(db, 'SELECT revision FROM benchmark')
  const samples = await select<Trial & { index: number; seed: string }>(
    db,
    'SELECT t.*, k.index, k.seed FROM call k JOIN trial t ON t.id = k.trial_id',
  )
  expect(samples).toHaveLength(12)
  for (const sample of samples) {
    const named = JSON.stringify([2 ** 45 + 3, revision, sample.question_id, sample.replicate])
    const bits = createHash('sha256').update(named).digest().readBigUInt64BE() >> 22n
    expect(BigInt(sample.seed_base)).toBe(bits * 1024n)
    expect(BigInt(sample.seed)).toBe(bits * 1024n + BigInt(sample.index))
  }
})

it('makes 1,000 trials a round and asks for another while some are missing', async () => {
  const db = database()
  const id = await submit(db, { benchmark: { questions: questions(800) }, changes: { replicates: 3 } })
  const planned = () => selectOne(db, 'SELECT trials_planned AS n FROM evaluation WHERE id = $1', [id])
  const more: boolean[] = []
  for (const n of [1_000, 2_000, 2_400, 2_400]) {
    more.push((await round(db, id)).more)
    expect(await planned()).toEqual({ n })
  }
  expect(more).toEqual([true, true, false, false])
  const cells = await selectOne(
    db,
    'SELECT count(*)::int AS n, count(DISTINCT (replicate, position))::int AS cells FROM trial WHERE evaluation_id = $1',
    [id],
  )
  expect(cells).toEqual({ n: 2_400, cells: 2_400 })
})

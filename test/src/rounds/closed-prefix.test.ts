import { seededRandom } from '@cges-fleet/methods'
import { landSample, type DataSource, extendEvaluation, LOCAL_TEAM, retryEvaluation } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { claim, drawn, method, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { recountLive } from '../support/recount.js'
import { useDatabase } from '../support/databases.js'
import { answerTo } from './commands.js'

const database = useDatabase()
const random = seededRandom('closed prefix')

/** Lands a share of what is pending, by chance that is the same in every run; the question named cannot be drawn. */
async function landSome(db: DataSource, share: number, broken: string | null): Promise<number> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT k.id AS "callId" FROM call k JOIN trial t ON t.id = k.trial_id
     WHERE k.state = 'pending' ORDER BY t.ordinal, k.index`,
  )
  for (const ref of pending.filter(() => random.next() < share)) {
    const sample = await claim(db, ref)
    const fails = broken !== null && sample.question.includes(broken)
    await landSample(
      db,
      { ...sample, gpuMs: 512 },
      fails ? drawn(null, { outcome: 'infra_error', body: null }) : answerTo(sample),
    )
  }
  return pending.length
}

/** Runs until nothing is pending, holding each round's prefix to a recount; returns the prefixes seen. */
async function follow(db: DataSource, id: string, share: number, broken: string | null = null): Promise<number[]> {
  const prefixes: number[] = []
  for (;;) {
    await round(db, id)
    const { stored, counted } = await recountLive(db, id)
    expect(stored).toEqual(counted)
    prefixes.push(stored.prefix)
    if ((await landSome(db, share, broken)) === 0) return prefixes
  }
}

const rising = (prefixes: readonly number[]) => expect(prefixes).toEqual(prefixes.toSorted((a, b) => a - b))
const METHODS = ['sc@4', 'esc:window=2@4', 'asc-beta@3']

it('counts the trials closed at the front of the order after every round, blocked ones too', async () => {
  const db = database()
  const id = await submit(db, { methods: METHODS, benchmark: { questions: questions(60) } })
  const prefixes = await follow(db, id, 0.35, ' 1?')
  rising(prefixes)
  expect(new Set(prefixes).size).toBeGreaterThan(8)
  expect(prefixes.at(-1)).toBe(60)
  expect(await selectOne(db, 'SELECT status, trials_blocked AS blocked FROM evaluation')).toEqual({
    status: 'done',
    blocked: 1,
  })
  await retryEvaluation(db, LOCAL_TEAM, id)
  expect((await recountLive(db, id)).stored).toEqual({ prefix: 0, methods: [] })
  const retried = await follow(db, id, 0.35)
  rising(retried)
  expect(retried[0]).toBeLessThan(60)
  expect(retried.at(-1)).toBe(60)
})

it('counts anew where methods are added, and no further than trials are opened again for them', async () => {
  const db = database()
  const id = await submit(db, { methods: ['asc-beta@3'], benchmark: { questions: questions(520) } })
  expect((await follow(db, id, 1)).at(-1)).toBe(520)
  await extendEvaluation(db, LOCAL_TEAM, { id, methods: [method('sc@1')], caps: {} })
  await round(db, id)
  expect((await recountLive(db, id)).stored).toMatchObject({
    prefix: 500,
    methods: expect.arrayContaining([expect.objectContaining({ method_key: 'sc@1', resolved: 500 })]),
  })
  await round(db, id)
  expect((await recountLive(db, id)).stored).toMatchObject({
    prefix: 520,
    methods: expect.arrayContaining([expect.objectContaining({ method_key: 'sc@1', resolved: 520 })]),
  })
})

import { type DataSource, ensurePool, landSample } from '@cges-fleet/db'
import { afterEach, expect, it } from 'vitest'
import {
  claim,
  drawn,
  POOL,
  questions,
  round,
  select,
  selectOne,
  type SampleRef,
  submit,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase(12)
const METHODS = ['cges:confidence=lns-arith,gamma=0.99@8', 'asc-beta@8']

afterEach(() => database().query('DELETE FROM worker'))

/** Submits where 64 slots have nothing else to do. */
async function begun(db: DataSource, lookahead: 3 | 'auto' | 'off', changes = {}, of = 2): Promise<string> {
  await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
  await db.query(`INSERT INTO worker (id, pool, slots, ready) VALUES (gen_random_uuid(), $1, 64, true)`, [POOL])
  return submit(db, { benchmark: { questions: questions(of) }, methods: METHODS, changes: { lookahead, ...changes } })
}

const askedOf = (db: DataSource, id: string) =>
  select<{ asked: number }>(db, 'SELECT asked FROM trial WHERE evaluation_id = $1 ORDER BY ordinal', [id]).then(
    (rows) => rows.map(({ asked }) => asked),
  )

const stateOf = (db: DataSource, id: string) =>
  selectOne<{ status: string; closed: number; live: number }>(
    db,
    `SELECT status, trials_closed AS closed,
            (SELECT count(*)::int FROM call WHERE evaluation_id = e.id AND live) AS live
     FROM evaluation e WHERE id = $1`,
    [id],
  )

const callsOf = (db: DataSource, id: string) =>
  select<SampleRef & { trialId: string }>(
    db,
    `SELECT id AS "callId", trial_id AS "trialId", index FROM call
     WHERE evaluation_id = $1 AND live AND kind = 'draw' ORDER BY trial_id, index`,
    [id],
  )

it('asks for more than is certain to be needed where slots are idle, and for no more where it is off', async () => {
  const db = database()
  const off = await begun(db, 'off')
  await round(db, off)
  expect(await askedOf(db, off)).toEqual([4, 4])
  await db.query(`UPDATE evaluation SET status = 'cancelled'`)
  const ahead = await begun(db, 3)
  await round(db, ahead)
  expect(await askedOf(db, ahead)).toEqual([7, 7])
})

it('asks as far as is foreseen, by what other questions were like, in those that nothing has landed of too', async () => {
  const db = database()
  const id = await begun(db, 'auto', {}, 8)
  await round(db, id)
  expect(await askedOf(db, id)).toEqual(Array.from({ length: 8 }, () => 4))
  // Where no two answers of any question are the same, the next question is no easier; what is foreseen of it hangs on its id.
  const calls = await callsOf(db, id)
  for (const call of calls.filter(({ trialId }) => trialId !== calls[0]?.trialId))
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn(`${call.index}`))
  await round(db, id)
  const [least, ...others] = (await askedOf(db, id)).toSorted((a, b) => a - b)
  expect(others).toEqual(Array.from({ length: 7 }, () => 8))
  expect(least).toBeGreaterThan(4)
})

it('leaves idle slots alone under a cap', async () => {
  const db = database()
  const capped = await begun(db, 3, { caps: { calls: 1000 } })
  const { queued } = await round(db, capped)
  expect(queued).toHaveLength(2 * 4)
})

it('withdraws at a verdict what nobody has begun, and keeps what comes before something begun', async () => {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const calls = await callsOf(db, id)
  const [trialId = ''] = calls.map((call) => call.trialId)
  const own = calls.filter((call) => call.trialId === trialId)
  expect(own.length).toBeGreaterThan(5)
  const begunLast = own[5]
  if (begunLast === undefined) throw new Error('fewer calls than needed')
  const late = await claim(db, begunLast)
  for (const call of own.slice(0, 4)) await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7'))
  await round(db, id)
  const left = (await callsOf(db, id)).filter((call) => call.trialId === trialId).map(({ index }) => index)
  expect(left).toEqual([4, 5])
  expect(await selectOne(db, 'SELECT state, asked FROM trial WHERE id = $1', [trialId])).toEqual({
    state: 'closed',
    asked: 6,
  })
  expect(await landSample(db, { ...late, gpuMs: 1 }, drawn('7'))).toBe(true)
})

it('is done once every trial has its verdicts, and counts what lands later', async () => {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const calls = await callsOf(db, id)
  const begunBefore = await Promise.all(calls.filter(({ index }) => index === 4).map((call) => claim(db, call)))
  for (const call of calls.filter(({ index }) => index < 4)) {
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7'))
  }
  await round(db, id)
  expect(await stateOf(db, id)).toEqual({ status: 'done', closed: 2, live: 2 })
  for (const draw of begunBefore) await landSample(db, { ...draw, gpuMs: 1 }, drawn('7'))
  await round(db, id)
  expect(await stateOf(db, id)).toEqual({ status: 'done', closed: 2, live: 0 })
  const counted = await selectOne(db, 'SELECT samples_drawn AS n FROM evaluation WHERE id = $1', [id])
  expect(counted).toEqual({ n: 10 })
})

import {
  cancelEvaluation,
  claimScore,
  type DataSource,
  endCall,
  ensurePool,
  extendEvaluation,
  landSample,
  LOCAL_TEAM,
  newId,
  selectEvaluationAccount,
  selectNeeded,
} from '@cges-fleet/db'
import { afterEach, expect, it } from 'vitest'
import {
  claim,
  drawn,
  method,
  POOL,
  questions,
  round,
  select,
  selectOne,
  type SampleRef,
  submit,
  WORKER,
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

const askedCounts = (db: DataSource, id: string) =>
  select<{ requested: number }>(db, 'SELECT requested FROM trial WHERE evaluation_id = $1 ORDER BY ordinal', [id]).then(
    (rows) => rows.map(({ requested }) => requested),
  )

const stateOf = (db: DataSource, id: string) =>
  selectOne<{ status: string; closed: number; live: number }>(
    db,
    `SELECT status, trials_closed AS closed,
            (SELECT count(*)::int FROM call WHERE evaluation_id = e.id AND live) AS live
     FROM evaluation e WHERE id = $1`,
    [id],
  )

const trialOf = (db: DataSource, id: string) => selectOne(db, 'SELECT state, requested FROM trial WHERE id = $1', [id])

const LEDGER = `
SELECT l.state, l.completion_tokens AS tokens,
       (SELECT count(*)::int FROM sample s WHERE s.trial_id = k.trial_id AND s.index = k.index) AS samples
FROM call_ledger l JOIN call k ON k.id = l.call_id WHERE l.call_id = $1`

/** An evaluation that has its verdicts, and a draw that was under way when its question got them. */
async function abandoned() {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const calls = await callsOf(db, id)
  const inVain = calls.find(({ index }) => index === 4)
  if (inVain === undefined) throw new Error('fewer calls than needed')
  const draw = await claim(db, inVain)
  for (const call of calls.filter(({ index }) => index < 4))
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7'))
  await round(db, id)
  return { db, id, draw }
}

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
  expect(await askedCounts(db, off)).toEqual([4, 4])
  await db.query(`UPDATE evaluation SET status = 'cancelled'`)
  const ahead = await begun(db, 3)
  await round(db, ahead)
  expect(await askedCounts(db, ahead)).toEqual([7, 7])
})

it('asks as far as is foreseen, by what other questions were like, in those that nothing has landed of too', async () => {
  const db = database()
  const id = await begun(db, 'auto', {}, 8)
  await round(db, id)
  expect(await askedCounts(db, id)).toEqual(Array.from({ length: 8 }, () => 4))
  // Where no two answers of any question are the same, the next question is no easier; what is foreseen of it hangs on its id.
  const calls = await callsOf(db, id)
  for (const call of calls.filter(({ trialId }) => trialId !== calls[0]?.trialId))
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn(`${call.index}`))
  await round(db, id)
  const [least, ...others] = (await askedCounts(db, id)).toSorted((a, b) => a - b)
  expect(others).toEqual(Array.from({ length: 7 }, () => 8))
  expect(least).toBeGreaterThan(4)
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

it('asks for more of a question at once the nearer the time comes at which it is wanted', async () => {
  const db = database()
  const requestedBy = async (finishBy: string) => {
    const id = await begun(db, 'off', { finishBy })
    await round(db, id)
    // Nothing tells yet how long a sample takes.
    expect(await askedCounts(db, id)).toEqual([4, 4])
    const [call] = await callsOf(db, id)
    if (call === undefined) throw new Error('no call')
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7', { totalMs: 60_000 }))
    await round(db, id)
    const counts = await askedCounts(db, id)
    await db.query(`UPDATE evaluation SET status = 'cancelled' WHERE id = $1`, [id])
    return counts
  }
  expect(await requestedBy(inSeconds(3600))).toEqual([4, 4])
  // One minute a sample, and room for one more: of the seven and eight that are left all at once.
  expect(await requestedBy(inSeconds(90))).toEqual([8, 8])
})

it('leaves idle slots alone under a cap', async () => {
  const db = database()
  const capped = await begun(db, 3, { caps: { calls: 1000 } })
  const { queued } = await round(db, capped)
  expect(queued).toHaveLength(2 * 4)
})

it('withdraws at a verdict what nobody has begun, and keeps what comes before something that landed', async () => {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const calls = await callsOf(db, id)
  const [trialId = ''] = calls.map((call) => call.trialId)
  const ofTrial = calls.filter((call) => call.trialId === trialId)
  expect(ofTrial.length).toBeGreaterThan(5)
  const landedLast = ofTrial[5]
  if (landedLast === undefined) throw new Error('fewer calls than needed')
  for (const call of [...ofTrial.slice(0, 4), landedLast])
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7'))
  await round(db, id)
  const left = (await callsOf(db, id)).filter((call) => call.trialId === trialId).map(({ index }) => index)
  expect(left).toEqual([4])
  expect(await trialOf(db, trialId)).toEqual({ state: 'closed', requested: 6 })
})

it('abandons at a verdict what is being drawn in vain: it lands no more, and its tokens are written down', async () => {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const calls = await callsOf(db, id)
  const ofTrial = calls.filter((call) => call.trialId === calls[0]?.trialId)
  const [inVain, ...others] = [ofTrial[4], ...ofTrial.slice(0, 4)].filter((call) => call !== undefined)
  if (inVain === undefined) throw new Error('fewer calls than needed')
  const draw = await claim(db, inVain)
  expect(await selectNeeded(db, [draw])).toEqual([draw.callId])
  for (const call of others) await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7'))
  await round(db, id)
  expect(await trialOf(db, inVain.trialId)).toEqual({ state: 'closed', requested: 4 })
  expect(await selectNeeded(db, [draw])).toEqual([])
  expect(await landSample(db, { ...draw, gpuMs: 1 }, drawn('7', { completionTokens: 9 }))).toBe(false)
  expect(await selectOne(db, LEDGER, [draw.callId])).toMatchObject({ state: 'abandoned', tokens: 9, samples: 0 })
  const { overhead, methods } = await selectEvaluationAccount(db, LOCAL_TEAM, id)
  expect(overhead).toEqual({ calls: 1, tokens: 20, gpuSeconds: 0.001 })
  expect(methods.map(({ calls: charged }) => charged)).toEqual([4, 3])
})

it('needs a draw whose score has ended but not been read, and nothing of an evaluation that has ended', async () => {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const [call] = await callsOf(db, id)
  if (call === undefined) throw new Error('no call')
  const draw = await claim(db, call)
  const score = await claimScore(db, draw, WORKER, newId())
  if (score === null) throw new Error('no score')
  expect(await endCall(db, score, { state: 'settled' })).toBe(true)
  expect((await selectNeeded(db, [draw, score])).toSorted()).toEqual([draw.callId, score.callId].toSorted())
  await cancelEvaluation(db, LOCAL_TEAM, id)
  expect(await selectNeeded(db, [draw, score])).toEqual([])
})

it('writes down the tokens of an abandoned draw once, however often its worker tells them, and of nobody else', async () => {
  const { db, draw } = await abandoned()
  const end = { state: 'abandoned', reason: 'no longer needed', promptTokens: 3, gpuMs: 1 } as const
  expect(await endCall(db, { ...draw, claim: newId() }, { ...end, completionTokens: 1000 })).toBe(true)
  expect(await selectOne(db, LEDGER, [draw.callId])).toMatchObject({ state: 'abandoned', tokens: null })
  expect(await endCall(db, draw, { ...end, completionTokens: 5 })).toBe(true)
  expect(await endCall(db, draw, { ...end, completionTokens: 6 })).toBe(true)
  expect(await selectOne(db, LEDGER, [draw.callId])).toMatchObject({ state: 'abandoned', tokens: 5 })
})

it('draws again what was abandoned, with its seed, once a method that was added needs it', async () => {
  const { db, id, draw } = await abandoned()
  await extendEvaluation(db, LOCAL_TEAM, { id, methods: [method('sc@6')], caps: {} })
  const { queued } = await round(db, id)
  const again = queued.find(({ callId }) => callId === draw.callId)
  expect(again).toMatchObject({ index: 4, fence: 1 })
  for (let rounds = 0; rounds < 4; rounds += 1) {
    for (const call of await callsOf(db, id)) {
      const claimed = await claim(db, call)
      if (call.callId === draw.callId) expect(claimed).toMatchObject({ seed: draw.seed, fence: 2 })
      await landSample(db, { ...claimed, gpuMs: 1 }, drawn('7'))
    }
    await round(db, id)
  }
  expect(await stateOf(db, id)).toEqual({ status: 'done', closed: 2, live: 0 })
  const samples = await select<{ n: number }>(db, 'SELECT count(*)::int AS n FROM sample GROUP BY trial_id')
  expect(samples).toEqual([{ n: 6 }, { n: 6 }])
})

it('is done once every trial has its verdicts, and counts nothing that comes later', async () => {
  const db = database()
  const id = await begun(db, 3)
  await round(db, id)
  const calls = await callsOf(db, id)
  const begunBefore = await Promise.all(calls.filter(({ index }) => index === 4).map((call) => claim(db, call)))
  for (const call of calls.filter(({ index }) => index < 4)) {
    await landSample(db, { ...(await claim(db, call)), gpuMs: 1 }, drawn('7'))
  }
  await round(db, id)
  expect(await stateOf(db, id)).toEqual({ status: 'done', closed: 2, live: 0 })
  for (const draw of begunBefore) expect(await landSample(db, { ...draw, gpuMs: 1 }, drawn('7'))).toBe(false)
  await round(db, id)
  const counted = await selectOne(db, 'SELECT samples_drawn AS n FROM evaluation WHERE id = $1', [id])
  expect(counted).toEqual({ n: 8 })
})

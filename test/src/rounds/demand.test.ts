import { type DataSource, ensurePool, LOCAL_TEAM, selectDemand, type TeamId } from '@cges-fleet/db'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leaseChat, planChat } from '../support/chat-calls.js'
import { drawn, otherTeam, POOL, questions, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const limit = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }), { nil: null })

const demandOf = async (db: DataSource, team: TeamId = LOCAL_TEAM) =>
  (await selectDemand(db)).filter(({ id }) => id === team)
const total = (rows: readonly { readonly usable: number }[]) => rows.reduce((sum, { usable }) => sum + usable, 0)
const liveOf = async (db: DataSource, team: TeamId) =>
  (await select(db, `SELECT 1 FROM call WHERE live AND kind = 'draw' AND team_id = $1`, [team])).length

it('asks for one sample more where a team may have one in flight, whatever it submits', async () => {
  const db = database()
  const free = await otherTeam(db)
  await submit(db, { team: free, benchmark: { questions: questions(60) }, methods: ['sc@3'] })
  expect(total(await selectDemand(db, POOL))).toBe(180)
  await db.query('UPDATE team SET max_samples_in_flight = 1 WHERE id = $1', [LOCAL_TEAM])
  const id = await submit(db, { benchmark: { questions: questions(200) }, methods: ['sc@4'] })
  expect(await demandOf(db)).toMatchObject([{ waiting: 0, active: 0, backlog: 800, usable: 1 }])
  expect(total(await selectDemand(db, POOL))).toBe(181)
  expect((await round(db, id)).queued).toHaveLength(1)
  expect(await demandOf(db)).toMatchObject([{ waiting: 1, backlog: 796, usable: 1 }])
})

it('counts what the gateway’s requests have in flight, of each team beside its evaluations', async () => {
  const db = database()
  const other = await otherTeam(db)
  const id = await submit(db, { benchmark: { questions: questions(10) }, methods: ['sc@2'] })
  await planChat(db, LOCAL_TEAM, 3)
  const [first] = await planChat(db, other, 5)
  await leaseChat(db, first)
  expect(await demandOf(db)).toMatchObject([{ evaluations: 1, waiting: 3, active: 0, backlog: 20, usable: 23 }])
  const ofOther = { evaluations: 0, waiting: 4, active: 1, backlog: 0, usable: 5 }
  expect(await demandOf(db, other)).toMatchObject([ofOther])
  expect((await selectDemand(db, POOL)).map(({ usable }) => usable).toSorted((a, b) => a - b)).toEqual([5, 23])
  await db.query(`UPDATE evaluation SET status = 'cancelled' WHERE id = $1`, [id])
  expect((await selectDemand(db, POOL)).map(({ usable }) => usable).toSorted((a, b) => a - b)).toEqual([3, 5])
})

it('counts samples: those a trial asks for first, and one where others wait for what was read', async () => {
  const db = database()
  const id = await submit(db, {
    benchmark: { questions: questions(20) },
    methods: ['cges:confidence=lns-arith,gamma=0.99@8'],
  })
  expect(await demandOf(db)).toMatchObject([{ backlog: 20, usable: 20 }])
  await round(db, id)
  expect(await demandOf(db)).toMatchObject([{ waiting: 20, backlog: 0, usable: 20 }])
  await landAll(db, () => drawn('0'))
  expect(await demandOf(db)).toMatchObject([{ waiting: 0, backlog: 20, usable: 20 }])
})

it('says what rounds then plan, to within the rounding of each pool, and never more', { timeout: 60_000 }, async () => {
  const db = database()
  await ensurePool(db, 'second', { model: 'm', provenance: 'simulated' })
  const cases = fc.record({
    inFlight: limit(1, 50),
    tokens: limit(1, 60_000),
    gpu: limit(1, 40),
    caps: fc.array(fc.record({ calls: limit(1, 30), other: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  })
  const held = fc.asyncProperty(cases, async ({ inFlight, tokens, gpu, caps }) => {
    const team = await otherTeam(db)
    const ids: string[] = []
    for (const { calls, other } of caps) {
      const changes = { ...(calls === null ? {} : { caps: { calls } }), ...(other ? { pool: 'second' } : {}) }
      ids.push(await submit(db, { team, benchmark: { questions: questions(5) }, methods: ['sc@4'], changes }))
    }
    await db.query(
      `UPDATE team SET max_samples_in_flight = $2, max_tokens_per_day = $3, max_gpu_seconds_per_month = $4 WHERE id = $1`,
      [team, inFlight, tokens, gpu],
    )
    const before = await demandOf(db, team)
    for (const id of ids) await round(db, id)
    const live = await liveOf(db, team)
    // Each pool's part is rounded down, so that pools together never pass a limit.
    const pools = new Set(caps.map(({ other }) => other)).size
    expect(live).toBeGreaterThanOrEqual(total(before))
    expect(live - total(before)).toBeLessThan(pools + 0.5)
    expect(live).toBeLessThanOrEqual(inFlight ?? Infinity)
    await db.query(`UPDATE evaluation SET status = 'cancelled' WHERE team_id = $1`, [team])
  })
  await fc.assert(held, { numRuns: 25 })
})

import {
  type ClaimedDraw,
  landSample,
  type DataSource,
  extendEvaluation,
  LOCAL_TEAM,
  returnExpiredLeases,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, round, select, selectOne, submit, tryClaim } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'
import { answerTo } from './commands.js'

const database = useDatabase(24)

const EVALUATIONS = 4

/** What a sample of these may need at most, and a prompt of 11 tokens beside an answer of any length up to that. */
async function boundOf(db: DataSource): Promise<number> {
  return (await selectOne<{ bound: number }>(db, 'SELECT max(tokens_per_call)::int AS bound FROM spending')).bound
}

function answerOfAnyLength(sample: ClaimedDraw, bound: number) {
  const chance = Math.imul(sample.seed % 999_983, 2_654_435_761) >>> 8
  const promptTokens = 11
  return { ...answerTo(sample), promptTokens, completionTokens: 1 + (chance % (bound - promptTokens)) }
}

/** Claims every pending sample, some of them twice at once, and lands or loses what was claimed. */
async function drawAll(db: DataSource, bound: number): Promise<number> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE state = 'pending' LIMIT 80`,
  )
  const doubled = [...pending, ...pending.slice(0, 40)]
  await Promise.all(
    doubled.map(async (ref, n) => {
      const sample = await tryClaim(db, ref)
      if (sample === null || n % 9 === 0) return
      await landSample(db, { ...sample, gpuMs: 100 }, drawn('0', answerOfAnyLength(sample, bound)))
    }),
  )
  return pending.length
}

/** Two hundred at once: extensions, plans, claims and landings, of four evaluations of one team. */
async function everybodyAtOnce(db: DataSource, ids: readonly string[], wave: number): Promise<void> {
  const bound = await boundOf(db)
  const extending = Array.from({ length: 40 }, (_, n) =>
    extendEvaluation(db, LOCAL_TEAM, {
      id: ids[n % EVALUATIONS] ?? '',
      methods: [],
      replicates: 2 + wave,
      caps: { calls: 20 + 10 * wave + (n % 7) },
    }),
  )
  const planning = Array.from({ length: 40 }, (_, n) => round(db, ids[n % EVALUATIONS] ?? ''))
  await Promise.all([...extending, ...planning, drawAll(db, bound)])
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE state = 'leased'`)
  await returnExpiredLeases(db)
}

interface Standing {
  readonly settled: number
  readonly reserved: number
  readonly most: number
}

const TOKENS = `
SELECT (SELECT coalesce(sum(prompt_tokens + completion_tokens), 0)::float8 FROM call_ledger WHERE state = 'settled') AS settled,
       (SELECT coalesce(sum(p.tokens_per_call), 0)::float8 FROM call k JOIN spending p USING (evaluation_id)
        WHERE k.live) AS reserved,
       (SELECT max_tokens_per_day::float8 FROM team WHERE id = $1) AS most`

const CALLS = `
SELECT (SELECT count(*)::int FROM call_ledger l WHERE l.state = 'settled' AND l.evaluation_id = p.evaluation_id) AS settled,
       (SELECT count(*)::int FROM call k WHERE k.live
          AND k.evaluation_id = p.evaluation_id) AS reserved, call_cap AS most FROM spending p`

async function held(db: DataSource): Promise<Standing> {
  const tokens = await selectOne<Standing>(db, TOKENS, [LOCAL_TEAM])
  expect(tokens.settled + tokens.reserved).toBeLessThanOrEqual(tokens.most)
  for (const calls of await select<Standing>(db, CALLS)) {
    expect(calls.settled + calls.reserved).toBeLessThanOrEqual(calls.most)
  }
  return tokens
}

async function race(limitInSamples: number): Promise<Standing> {
  const db = database()
  const wanted = { methods: ['sc@6'], benchmark: { questions: questions(40) }, changes: { caps: { calls: 20 } } }
  const ids = await Promise.all(Array.from({ length: EVALUATIONS }, () => submit(db, wanted)))
  const bound = await boundOf(db)
  await db.query('UPDATE team SET max_tokens_per_day = $1', [limitInSamples * bound])
  let tokens = await held(db)
  for (let wave = 0; wave < 4; wave += 1) {
    await everybodyAtOnce(db, ids, wave)
    tokens = await held(db)
  }
  return tokens
}

it('never passes a cap on calls, two hundred extensions, plans, claims and landings at once', async () => {
  await race(1_000_000)
  const rows = await select<Standing>(database(), CALLS)
  expect(rows.map(({ most }) => most)).toEqual([56, 56, 56, 56])
  for (const { settled } of rows) expect(settled).toBeGreaterThan(20)
})

it('never passes what a team may use in a day, though nobody knows beforehand how much each answer takes', async () => {
  const { settled, most } = await race(40)
  // It is used, not merely kept.
  expect(settled).toBeGreaterThan(most / 2)
})

import type { EvaluationReason } from '@cges-fleet/core'
import { claimCall, type DataSource, landRanking, LOCAL_TEAM } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { questions, round, select, selectOne, submit, TERMS } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const DSC = { methods: ['dsc@12'], benchmark: { questions: questions(20) } }

interface Ranking {
  readonly callId: string
  readonly most: number
}

const RANKINGS = `
SELECT k.id AS "callId", (cardinality(r.positions) * p.tokens_per_call)::int AS most
FROM ranking r JOIN spending p USING (evaluation_id) LEFT JOIN call k ON k.ranking_id = r.id AND k.live`

const statusOf = (db: DataSource, id: string) =>
  selectOne<{ status: string; reason: EvaluationReason | null }>(
    db,
    'SELECT status, reason FROM evaluation WHERE id = $1',
    [id],
  )

/** Answers every ranking that a round has queued, with all the tokens it may need or a part of them. */
async function answerAll(db: DataSource, share: number): Promise<number> {
  const queued = await select<Ranking>(db, `${RANKINGS} WHERE k.state = 'pending'`)
  for (const { callId, most } of queued) {
    const ranking = await claimCall(db, callId, TERMS)
    if (ranking?.kind !== 'rank') throw new Error('a queued ranking could not be claimed')
    const completionTokens = Math.floor(share * most) - 7
    const easiestFirst = ranking.questions.map((_, place) => place + 1)
    expect(await landRanking(db, { ...ranking, gpuMs: 250 }, { easiestFirst, promptTokens: 7, completionTokens })).toBe(
      true,
    )
  }
  return queued.length
}

/** Tokens that were settled, and those that calls under way may yet need. */
async function standing(db: DataSource): Promise<{ settled: number; reserved: number }> {
  return selectOne(
    db,
    `SELECT (SELECT coalesce(sum(prompt_tokens + completion_tokens), 0)::int FROM call_ledger) AS settled,
            (SELECT coalesce(sum(most), 0)::int FROM (${RANKINGS}
             WHERE k.id IS NOT NULL) w) AS reserved`,
  )
}

async function largest(db: DataSource): Promise<number> {
  return (await selectOne<{ most: number }>(db, `SELECT max(most) AS most FROM (${RANKINGS}) w`)).most
}

const limit = (db: DataSource, tokens: number) => db.query('UPDATE team SET max_tokens_per_day = $1', [tokens])

it('keeps the rankings of a team within its tokens of the day, whatever each takes, and says why it stops', async () => {
  const db = database()
  await limit(db, 1)
  const ids = [await submit(db, DSC), await submit(db, DSC)]
  for (const id of ids) await round(db, id)
  expect(await standing(db)).toEqual({ settled: 0, reserved: 0 })
  const most = 5 * (await largest(db))
  await limit(db, most)
  await db.query(`UPDATE evaluation SET status = 'running', reason = NULL, finished_at = NULL`)
  for (let step = 0; step < 50; step++) {
    await Promise.all(ids.map((id) => round(db, id)))
    const { settled, reserved } = await standing(db)
    expect(settled + reserved).toBeLessThanOrEqual(most)
    if ((await answerAll(db, 1 / (1 + (step % 3)))) === 0) break
  }
  const { settled, reserved } = await standing(db)
  expect(reserved).toBe(0)
  expect(settled).toBeGreaterThan(most - (await largest(db)))
  for (const id of ids) {
    await round(db, id)
    expect(await statusOf(db, id)).toEqual({
      status: 'budget_stopped',
      reason: {
        kind: 'team_tokens_of_call',
        counts: { most: expect.any(Number), left: expect.any(Number) },
        why: null,
      },
    })
  }
})

it('books what rankings took of tokens and GPU time to their team', async () => {
  const db = database()
  const id = await submit(db, DSC)
  await round(db, id)
  const answered = await answerAll(db, 0.5)
  expect(answered).toBeGreaterThan(0)
  await round(db, id)
  const { settled } = await standing(db)
  const used = await selectOne(
    db,
    'SELECT calls::int, tokens::int, gpu_ms::float8 AS "gpuMs" FROM usage WHERE team_id = $1',
    [LOCAL_TEAM],
  )
  expect(used).toEqual({ calls: answered, tokens: settled, gpuMs: 250 * answered })
})

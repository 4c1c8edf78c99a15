import type { EvaluationReason } from '@cges-fleet/core'
import { LOCAL_TEAM, selectFleetTotals } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { alertGroups } from '../deploy/monitoring.js'
import { drawn, questions, round, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

/** The share at which the chart's own rule fires. */
function alertedAbove(): number {
  const rule = alertGroups()
    .flatMap((group) => group.rules)
    .find(({ alert }) => alert === 'BudgetNearlyUsed')
  const [, share] = /fleet_budget_used_ratio\) > ([\d.]+)$/.exec(rule?.expr ?? '') ?? []
  return Number(share)
}

async function usedRatio(): Promise<number> {
  const { budgets } = await selectFleetTotals(database())
  return budgets.find(({ team, budget }) => team === LOCAL_TEAM && budget === 'tokens_per_day')?.usedRatio ?? Number.NaN
}

it.each([3000, 30_000])(
  'raises the alert where %i tokens a day stop a team, and says what a call reserves',
  async (most) => {
    const db = database()
    const before = `SELECT coalesce(sum(tokens), 0)::int AS tokens FROM usage WHERE team_id = $1`
    const { tokens } = await selectOne<{ tokens: number }>(db, before, [LOCAL_TEAM])
    await db.query('UPDATE team SET max_tokens_per_day = $1 WHERE id = $2', [most + tokens, LOCAL_TEAM])
    const id = await submit(db, { benchmark: { name: `tokens-${most}`, questions: questions(60) }, methods: ['sc@4'] })
    const { each } = await selectOne<{ each: number }>(
      db,
      'SELECT tokens_per_call::int AS each FROM spending WHERE evaluation_id = $1',
      [id],
    )
    for (let step = 0; step < 60; step += 1) {
      await round(db, id)
      if ((await landAll(db, () => drawn('0', { promptTokens: 20, completionTokens: 280 }))) === 0) break
    }
    await round(db, id)
    const { status, reason, used } = await selectOne<{ status: string; reason: EvaluationReason; used: number }>(
      db,
      `SELECT status, reason, (SELECT sum(tokens)::int FROM usage WHERE team_id = $2) AS used FROM evaluation WHERE id = $1`,
      [id, LOCAL_TEAM],
    )
    const left = most + tokens - (used ?? 0)
    expect([status, reason]).toEqual([
      'budget_stopped',
      { kind: 'team_tokens_of_call', counts: { most: each, left }, why: null },
    ])
    expect(alertedAbove()).toBeGreaterThan(0)
    expect(await usedRatio()).toBeGreaterThan(alertedAbove())
  },
)

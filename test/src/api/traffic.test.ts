import { TrafficView } from '@cges-fleet/core'
import { GetTraffic, pathOf } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { POOL } from '../support/evaluation-rows.js'
import { type Kept, keepRequest } from '../support/kept-requests.js'

const teams = useTeams()

const keep = (of: Kept) => keepRequest(teams().db, of)

const traffic = async (key: string, query: { days?: '1' | '7' } = {}) =>
  TrafficView.parse((await teams().ask('GET', pathOf(GetTraffic, { query }), { key })).body)

it('adds up a team’s own kept requests by model and method and by day, with what was saved', async () => {
  const { one, two, db } = teams()
  await db.query(`UPDATE pool SET currency = 'EUR'`)
  const team = one.id
  for (const seconds of [1, 2, 3]) await keep({ team, seconds, agreement: seconds / 4 })
  await keep({ team, method: 'sc@4', budget: 4, planned: 4, seconds: 10 })
  await keep({ team, stoppedBy: 'left', agreement: null, seconds: 100 })
  await keep({ team, daysAgo: 3 })
  await keep({ team: two.id })
  const { all, models, byDay, ended, keepDays } = await traffic(one.keys.viewer, { days: '1' })
  expect(keepDays).toBeNull()
  expect(all).toEqual({
    requests: 5,
    answered: 4,
    calls: 16,
    budget: 28,
    saved: 15,
    tokens: 500,
    agreement: 0.625,
    p50Seconds: 2.5,
    p95Seconds: expect.closeTo(8.95, 6),
  })
  expect(models).toMatchObject([
    {
      method: 'asc-beta:threshold=0.95@8',
      pool: POOL,
      model: 'qwen',
      requests: 4,
      saved: 15,
      cost: 2,
      currency: 'EUR',
    },
    { method: 'sc@4', requests: 1, saved: 0, agreement: 1, early: null },
  ])
  expect(ended).toEqual([
    { stoppedBy: 'threshold', requests: 4 },
    { stoppedBy: 'left', requests: 1 },
  ])
  expect(byDay).toMatchObject([{ requests: 5, calls: 16, saved: 15 }])
  const week = await traffic(one.keys.viewer, { days: '7' })
  expect([week.all.requests, week.byDay.length]).toEqual([6, 2])
  expect((await traffic(two.keys.viewer)).all).toMatchObject({ requests: 1, saved: 5 })
})

it('says how often early answers differed, by method and in all, since audits began', async () => {
  const { two, db } = teams()
  await keep({ team: two.id, audit: 'abandoned' })
  await db.query(
    `INSERT INTO request_audit (team_id, pool, method_key, audited, differed)
     VALUES ($1, $2, 'asc-beta:threshold=0.95@8', 50, 1), ($1, $2, 'others', 10, 0)`,
    [two.id, POOL],
  )
  const { audit, models } = await traffic(two.keys.viewer)
  expect(audit).toMatchObject({ abandoned: 1, calls: 5, early: { differed: 1, share: { n: 60 } } })
  const [{ early } = { early: null }] = models
  expect(early).toMatchObject({ differed: 1, share: { value: 0.02, n: 50 } })
  expect(early?.share.high).toBeGreaterThan(audit.early?.share.high ?? 1)
})

it('refuses days that are none of its choices', async () => {
  const { one, ask } = teams()
  expect((await ask('GET', `${pathOf(GetTraffic)}?days=0`, { key: one.keys.viewer })).status).toBe(400)
})

import { AccountsView, EvaluationAccount } from '@cges-fleet/core'
import {
  CancelEvaluation,
  pathOf,
  ExportAccounts,
  GetAccounts,
  GetEvaluation,
  GetEvaluationAccount,
  ListPools,
  PricePool,
} from '@cges-fleet/core/contract'
import { landSample, returnExpiredLeases, selectTeamAllowance } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { claim, drawn, handBack, POOL, redraw, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useTeams } from '../access/use-teams.js'

const teams = useTeams()

type LoggedPrice = { readonly detail: object }

const account = async (id: string, key: string) =>
  teams().ask('GET', pathOf(GetEvaluationAccount, { path: { id } }), { key })

const accounts = async (key: string) =>
  AccountsView.parse((await teams().ask('GET', pathOf(GetAccounts), { key })).body)

/** Each sample took 11 + 22 tokens and half a second of GPU time: see `drawn` and `landAll`. */
const cost = (calls: number) => ({ calls, tokens: 33 * calls, gpuSeconds: 0.512 * calls })

const spent = (view: AccountsView) => view.days.find(({ pool }) => pool === POOL)?.calls ?? 0

it('adds up what a team used by day and pool, against its limits, its own alone', async () => {
  const { one, two, db } = teams()
  await db.query('UPDATE team SET max_tokens_per_day = 5000000, max_samples_in_flight = 40 WHERE id = $1', [one.id])
  const before = await accounts(one.keys.viewer)
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@3'] })
  await round(db, id)
  expect((await accounts(one.keys.viewer)).limits.samplesInFlight).toEqual({ used: 6, limit: 40 })
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  await round(db, id)
  const after = await accounts(one.keys.viewer)
  expect(spent(after) - spent(before)).toBe(6)
  expect(after.limits.tokensToday.used - before.limits.tokensToday.used).toBe(6 * 33)
  expect(after.limits.tokensToday.limit).toBe(5_000_000)
  expect(after.limits.gpuSecondsThisMonth.used - before.limits.gpuSecondsThisMonth.used).toBeCloseTo(6 * 0.512, 9)
  expect(after.limits.gpuSecondsThisMonth.limit).toBeNull()
  expect(spent(await accounts(two.keys.viewer))).toBe(spent(before))
})

it('states by month what was used and what early stopping saved, as CSV too, its own alone', async () => {
  const { one, two, db, ask } = teams()
  const saved = async (of = one) => (await accounts(of.keys.viewer)).months[0]?.savedCalls ?? 0
  const [before, others] = [await saved(), await saved(two)]
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['esc:window=2@8'] })
  await round(db, id)
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  expect(await saved()).toBe(before)
  await round(db, id)
  // Two questions stopped after 2 of 8 calls each.
  expect((await saved()) - before).toBe(12)
  const statement = await ask('GET', pathOf(ExportAccounts), { key: one.keys.viewer })
  const [head, row] = statement.text.trim().split(/\r?\n/u)
  const columns = ['month', 'pool', 'calls', 'tokens', 'gpu_hours', 'money', 'currency', 'calls_saved']
  expect(head).toBe(columns.map((column) => `"${column}"`).join(','))
  expect(row).toMatch(new RegExp(`^"\\d{4}-\\d\\d","${POOL}",\\d+,\\d+,[\\d.e-]+,,,${before + 12}$`, 'u'))
  expect(await saved(two)).toBe(others)
})

it('splits an evaluation’s cost into what its team pays, the platform’s overhead, and each method alone', async () => {
  const { one, two, db } = teams()
  const methods = ['sc@4', 'esc:window=2@4']
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods })
  const [first] = (await round(db, id)).queued
  // One draw meets a fault and is drawn again: the platform pays for it, not the team.
  const broken = await claim(db, first ?? { callId: '' })
  expect(await redraw(db, broken, { reason: 'reset', unclear: false, backOffMs: 0 })).toBe(true)
  // Another is answered after its lease has expired.
  const late = await claim(db, broken)
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE id = $1`, [late.callId])
  await returnExpiredLeases(db)
  expect(await landSample(db, { ...late, gpuMs: 512 }, drawn('1'))).toBe(false)
  for (let step = 0; step < 4; step += 1) {
    await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
    await round(db, id)
  }
  const answer = await account(id, one.keys.viewer)
  expect(answer.status, answer.text).toBe(200)
  const { paid, overhead, calls, methods: alone } = EvaluationAccount.parse(answer.body)
  expect(paid.calls).toBe(8)
  expect(paid).toEqual({ ...cost(8), gpuSeconds: expect.closeTo(cost(8).gpuSeconds, 9) })
  expect(overhead.calls).toBe(2)
  expect(calls.map(({ kind, state, calls: n }) => `${kind} ${state} ${n}`).toSorted()).toEqual([
    'draw discarded 1',
    'draw failed 1',
    'draw settled 8',
  ])
  const rows = await select<{ key: string; calls: number }>(
    db,
    `SELECT method_key AS key, sum(calls)::int AS calls FROM verdict WHERE evaluation_id = $1 GROUP BY 1 ORDER BY 1`,
    [id],
  )
  expect(alone.map(({ key, calls: n }) => ({ key, calls: n }))).toEqual(rows)
  const sc = alone.find(({ key }) => key === 'sc@4')
  const esc = alone.find(({ key }) => key.startsWith('esc'))
  expect(sc).toMatchObject({ calls: 8, tokens: 8 * 33 })
  expect(esc?.calls).toBe(4)
  // Methods share their samples: their separate costs add up to more than was paid.
  expect((sc?.tokens ?? 0) + (esc?.tokens ?? 0)).toBeGreaterThan(paid.tokens)
  expect((await account(id, two.keys.admin)).status).toBe(404)
})

it('books money with the GPU time, at the price of that moment, by evaluation, method alone, month and day', async () => {
  const { one, db, ask } = teams()
  const at = pathOf(PricePool, { path: { pool: POOL } })
  const price = (gpuHour: number | null, currency = 'EUR') =>
    ask('POST', at, { key: one.keys.operator, body: { gpuHour, currency } })
  const before = await accounts(one.keys.viewer)
  expect(before.months[0]).toMatchObject({ pool: POOL, money: null, currency: null })
  expect((await price(3600)).body).toEqual({
    gpuHour: 3600,
    promptMillion: null,
    completionMillion: null,
    currency: 'EUR',
  })
  expect((await ask('GET', pathOf(ListPools), { key: one.keys.viewer })).text).toContain('"gpuHour":3600')
  const [logged] = await select<LoggedPrice>(
    db,
    `SELECT detail FROM audit WHERE action = 'pool.price' ORDER BY at DESC`,
  )
  expect(logged).toMatchObject({ detail: { gpuHour: 3600, currency: 'EUR' } })
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@4', 'esc:window=2@4'] })
  await round(db, id)
  for (let step = 0; step < 4; step += 1) {
    await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
    await round(db, id)
  }
  // 8 calls of 0.512 s each, at 1 EUR a GPU second.
  const paid = expect.closeTo(8 * 0.512, 5)
  const { money } = EvaluationAccount.parse((await account(id, one.keys.viewer)).body)
  expect(money).toMatchObject({ currency: 'EUR', paid })
  expect(money?.methods).toEqual([
    { key: expect.stringMatching(/^esc/), alone: expect.closeTo(4 * 0.512, 5) },
    { key: 'sc@4', alone: paid },
  ])
  const view = await ask('GET', pathOf(GetEvaluation, { path: { id } }), { key: one.keys.viewer })
  expect(view.body).toMatchObject({ spent: { gpuSeconds: paid, money: paid, currency: 'EUR' } })
  const after = await accounts(one.keys.viewer)
  expect([after.months[0]?.money, after.days[0]?.money]).toEqual([paid, paid])
  // A new price changes nothing that was booked, and another currency is refused.
  await price(7200)
  expect((await accounts(one.keys.viewer)).months[0]?.money).toEqual(paid)
  const refused = await price(1, 'USD')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('is booked in EUR')])
  expect((await price(null)).status).toBe(200)
})

it('books money by tokens where a pool is charged so, prompts and answers apart', async () => {
  const { one, db, ask } = teams()
  const at = pathOf(PricePool, { path: { pool: POOL } })
  const body = { gpuHour: null, promptMillion: 1_000_000, completionMillion: 10_000, currency: 'EUR' }
  expect((await ask('POST', at, { key: one.keys.operator, body })).body).toEqual(body)
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@4', 'esc:window=2@4'] })
  await round(db, id)
  for (let step = 0; step < 4; step += 1) {
    await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
    await round(db, id)
  }
  const [used] = await select<{ prompts: number; completions: number }>(
    db,
    `SELECT sum(prompt_tokens)::int AS prompts, sum(completion_tokens)::int AS completions FROM sample WHERE evaluation_id = $1`,
    [id],
  )
  expect(used?.prompts).toBeGreaterThan(0)
  const paid = (used?.prompts ?? 0) + 0.01 * (used?.completions ?? 0)
  const { money } = EvaluationAccount.parse((await account(id, one.keys.viewer)).body)
  expect(money?.paid).toBeCloseTo(paid, 6)
  expect(money?.methods.map(({ alone }) => alone)).toEqual([expect.closeTo(paid / 2, 6), expect.closeTo(paid, 6)])
})

it('counts no call in flight that an ended evaluation will never make, as the limit does', async () => {
  const { one, db, ask } = teams()
  const inFlight = async () => {
    const { samplesInFlight } = (await accounts(one.keys.viewer)).limits
    return [samplesInFlight.used, (await selectTeamAllowance(db, one.id, POOL)).inFlight]
  }
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@3'] })
  const [first] = (await round(db, id)).queued
  const claimed = await claim(db, first ?? { callId: '' })
  expect(await inFlight()).toEqual([6, 6])
  await ask('POST', pathOf(CancelEvaluation, { path: { id } }), { key: one.keys.admin })
  expect(await inFlight()).toEqual([1, 1])
  expect(await handBack(db, claimed, 'cancelled')).toBe(true)
  expect(await inFlight()).toEqual([0, 0])
})

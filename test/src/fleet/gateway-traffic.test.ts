import { createClient } from '@cges-fleet/client'
import { ChangeTeam, GetAccounts, GetTraffic } from '@cges-fleet/core/contract'
import OpenAI, { APIError } from 'openai'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet
let openai: OpenAI

beforeAll(async () => {
  const simulator = { UNKNOWN_QUESTIONS: 'make-up' }
  fleet = await TestFleet.start({ redis: null, workers: 1, timeScale: 0.02, simulator })
  const gateway = await fleet.startGateway()
  openai = new OpenAI({ baseURL: `${gateway.listening}/v1`, apiKey: 'none', maxRetries: 0 })
}, 120_000)

afterAll(() => fleet?.stop())

interface Vote {
  readonly answer: string | null
  readonly calls: number
  readonly score: number | null
  readonly stoppedBy: string
  readonly digest: string
  readonly votes: readonly { readonly answer: string; readonly votes: number }[]
}

const api = () => createClient({ url: fleet.api })

const policy = (gateway: { keepDays?: number | null; auditShare?: number }) =>
  api().call(ChangeTeam, { path: { team: 'local' }, body: { gateway } })

async function ask(seed: number, more: object = {}): Promise<Vote> {
  const content = `What is ${seed} times 7? Give the number.`
  const request = { model: 'test@asc-beta@8', messages: [{ role: 'user' as const, content }], seed, ...more }
  return ((await openai.chat.completions.create(request)) as unknown as { readonly cges: Vote }).cges
}

interface Row {
  readonly seed: string
  readonly model: string
  readonly methodKey: string
  readonly stoppedBy: string
  readonly calls: number
  readonly agreement: number | null
  readonly score: number | null
  readonly digest: string | null
  readonly audit: string | null
  readonly auditCalls: number
}

const kept = () =>
  fleet.sql<Row>(
    `SELECT seed, model, method_key AS "methodKey", stopped_by AS "stoppedBy", calls, agreement, score, digest, audit,
            audit_calls AS "auditCalls" FROM kept_request ORDER BY seed`,
  )

const open = async () => (await fleet.sql(`SELECT id FROM chat_request WHERE ended_at IS NULL`)).length

const booked = async () => (await api().call(GetAccounts)).days.reduce((sum, { calls }) => sum + calls, 0)

it('keeps a row of figures a request once its team wants it, and none before', { timeout: 60_000 }, async () => {
  await expect
    .poll(
      () =>
        ask(1).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  await expect.poll(open).toBe(0)
  expect(await kept()).toEqual([])
  await policy({ keepDays: 30 })
  const before = await booked()
  const votes = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(10 + n)))
  const refused: unknown = await ask(20, { cges: { kind: 'choice', noAnswer: 'error' } }).catch(
    (error: unknown) => error,
  )
  expect((refused as APIError).status).toBe(422)
  await expect.poll(open).toBe(0)
  const leaving = new AbortController()
  const left = openai.chat.completions.create(
    { model: 'test@sc@64', messages: [{ role: 'user', content: 'What is 3 times 4?' }], seed: 30 },
    { signal: leaving.signal },
  )
  await expect.poll(open, { interval: 5 }).toBeGreaterThan(0)
  leaving.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(open).toBe(0)
  const rows = await kept()
  expect(rows.slice(0, 6)).toEqual(
    votes.map(({ answer, votes: cast, score, stoppedBy, digest }, n) => ({
      seed: String(10 + n),
      model: 'simulated-model',
      methodKey: 'asc-beta:threshold=0.95@8',
      stoppedBy,
      calls: expect.any(Number),
      agreement:
        (cast.find((one) => one.answer === answer)?.votes ?? 0) / cast.reduce((sum, one) => sum + one.votes, 0),
      score,
      digest,
      audit: null,
      auditCalls: 0,
    })),
  )
  expect(rows.slice(6).map(({ seed, stoppedBy, digest }) => [seed, stoppedBy, digest])).toEqual([
    ['20', 'no_answer', null],
    ['30', 'left', null],
  ])
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe((await booked()) - before)
})

/** Rows of requests by what their audit found, once none is open. */
async function audits(): Promise<Row[]> {
  await expect.poll(open, { timeout: 30_000 }).toBe(0)
  return (await kept()).filter(({ audit }) => audit !== null)
}

/** Stops after the first answer, whatever it is. */
const HASTY = 'test@asc-beta:threshold=0.6@8'

it(
  'draws the whole budget of its share after the answer, and counts answers that differ',
  { timeout: 60_000 },
  async () => {
    await policy({ keepDays: 30, auditShare: 1 })
    await fleet.sql('DELETE FROM kept_request')
    const before = await booked()
    const early = await Promise.all(Array.from({ length: 16 }, (_, n) => ask(100 + n, { model: HASTY })))
    const rows = await audits()
    expect(rows).toHaveLength(early.length)
    await policy({ auditShare: 0 })
    const whole = new Map<string, string | null>()
    for (const { seed } of rows) whole.set(seed, (await ask(Number(seed), { model: 'test@sc@8' })).answer)
    for (const { seed, audit, calls, auditCalls } of rows) {
      const answer = early[Number(seed) - 100]?.answer
      expect(audit, seed).toBe(whole.get(seed) === answer ? 'same' : 'differs')
      expect(calls + auditCalls).toBe(8)
    }
    await expect.poll(open).toBe(0)
    const all = await kept()
    expect(all.reduce((sum, one) => sum + one.calls + one.auditCalls, 0)).toBe((await booked()) - before)
    const { audit } = await api().call(GetTraffic)
    const differed = rows.filter((one) => one.audit === 'differs').length
    expect(differed).toBeGreaterThan(0)
    expect(audit.early).toMatchObject({ differed, share: { n: rows.length } })
  },
)

it('audits the same request once, and none of a team’s share of nothing', { timeout: 60_000 }, async () => {
  await policy({ auditShare: 1 })
  await fleet.sql('DELETE FROM kept_request')
  await ask(200, { model: HASTY })
  expect(await audits()).toHaveLength(1)
  await ask(200, { model: HASTY })
  await policy({ auditShare: 0 })
  await ask(201, { model: HASTY })
  expect(await audits()).toHaveLength(1)
  expect(await kept()).toHaveLength(3)
})

it('abandons an audit that the team’s limits do not allow, and keeps the answer', { timeout: 60_000 }, async () => {
  await policy({ auditShare: 1 })
  await fleet.sql('DELETE FROM kept_request')
  await fleet.sql('UPDATE team SET max_samples_in_flight = 2')
  expect((await ask(300, { model: HASTY })).calls).toBe(1)
  expect(await audits()).toMatchObject([{ seed: '300', audit: 'abandoned' }])
  await fleet.sql('UPDATE team SET max_samples_in_flight = NULL')
})

it('keeps a request whose end lost its connection', { timeout: 60_000 }, async () => {
  await policy({ auditShare: 0 })
  await fleet.sql('DELETE FROM kept_request')
  const holder = new pg.Client({ connectionString: fleet.database.url })
  await holder.connect()
  const asking = ask(400, { model: 'test@sc@4' })
  await expect.poll(open, { interval: 2 }).toBe(1)
  await holder.query(`SELECT pg_advisory_lock(hashtextextended('turns of ' || id, 0)) FROM team`)
  const { digest } = await asking
  const cut = () =>
    fleet.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'advisory' AND pid <> pg_backend_pid()`,
    )
  await expect.poll(async () => (await cut()).length).toBeGreaterThan(0)
  await holder.end()
  await expect.poll(kept, { timeout: 15_000 }).toMatchObject([{ seed: '400', digest, calls: 4 }])
})

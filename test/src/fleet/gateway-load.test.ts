import { setTimeout as sleep } from 'node:timers/promises'
import { type DataSource, openDatabase, type TeamId } from '@cges-fleet/db'
import { APIConnectionError, APIError } from 'openai'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Caller, callerOf } from '../support/team-keys.js'
import type { RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

const KEY_PEPPER = 'pepper-of-the-load-0123456789-abcdefghijkl'
const REQUESTS = 200
/** Far fewer than the requests want at once: most are refused at first, and sent again. */
const TEAM_CALLS = 48
/** One team asks three times as often as the other, whose weight is the same; it gets this many times its calls at most. */
const UNFAIR = 1.6

let fleet: TestFleet
let db: DataSource
let gateway: RunningApp
let callers: readonly Caller[]

beforeAll(async () => {
  const generous = { KEY_REQUESTS_PER_SECOND: '10000', TEAM_REQUESTS_PER_SECOND: '10000' }
  fleet = await TestFleet.start({
    redis: inject('redis'),
    workers: 3,
    leaseMs: 2000,
    timeScale: 0.1,
    simulator: { UNKNOWN_QUESTIONS: 'make-up' },
    everyone: { KEY_PEPPER, ...generous },
  })
  gateway = await fleet.startGateway({ TEAM_CALLS: String(TEAM_CALLS) })
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 2 })
  // As OpenAI's clients do: what is refused is sent again after as long as Retry-After says.
  const how = { pepper: KEY_PEPPER, maxRetries: 100 }
  callers = [
    await callerOf(db, gateway.listening, { name: 'one', ...how }),
    await callerOf(db, gateway.listening, { name: 'two', ...how }),
  ]
  await fleet.sql('UPDATE team SET keep_requests_days = 30')
  // Until its pool has a slot it refuses, and its clients ask again.
  await Promise.all(callers.map((caller) => ask(caller, 999)))
}, 150_000)

afterAll(async () => {
  await db?.destroy()
  await fleet?.stop()
})

interface Vote {
  readonly calls: number
  readonly digest: string
}

const callerFor = (n: number) => callers[n % 4 === 3 ? 1 : 0] as Caller

/** Every third request may take any time, the others some seconds. */
const deadlineOf = (n: number) => [null, 30_000, 2500][n % 3] ?? null

async function ask({ openai }: Caller, n: number): Promise<Vote | APIError> {
  const deadlineMs = deadlineOf(n)
  const request = {
    model: `test@${n % 2 === 0 ? 'asc-beta' : 'sc'}@8`,
    messages: [{ role: 'user' as const, content: `What is ${n} times 7? Give the number.` }],
    seed: n,
    ...(deadlineMs === null ? {} : { cges: { deadlineMs } }),
  }
  try {
    return ((await openai.chat.completions.create(request)) as unknown as { readonly cges: Vote }).cges
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
}

const isAnswer = (end: Vote | APIError): end is Vote => !(end instanceof APIError)

async function count(statement: string, values: unknown[] = []): Promise<number> {
  const [row] = await fleet.sql<{ n: number }>(statement, values)
  return row?.n ?? -1
}

const attempts = (team: TeamId) =>
  count(`SELECT count(*)::int AS n FROM call_ledger WHERE team_id = $1 AND state = 'settled'`, [team])
const booked = (team: TeamId) => count(`SELECT coalesce(sum(calls), 0)::int AS n FROM usage WHERE team_id = $1`, [team])
const keptCalls = (team: TeamId) =>
  count(`SELECT coalesce(sum(calls), 0)::int AS n FROM kept_request WHERE team_id = $1`, [team])
const unbooked = () => count(`SELECT count(*)::int AS n FROM chat_request WHERE ended_at IS NULL`)

/** Kills workers and the coordinator while there is work, and starts others. */
async function killSome(): Promise<void> {
  await expect.poll(unbooked, { interval: 10, timeout: 30_000 }).toBeGreaterThan(0)
  await fleet.workers[0]?.kill('SIGKILL')
  await fleet.coordinators[0]?.kill('SIGKILL')
  await sleep(1000)
  await fleet.startCoordinator()
  await fleet.workers[1]?.kill('SIGKILL')
  await fleet.startWorker()
}

/** How many calls each team had by when half of the smaller one's were made: both had work until then. */
async function whileBothAsked(): Promise<number[]> {
  const rows = await fleet.sql<{ n: number }>(
    `WITH made AS (SELECT team_id, ended_at FROM call_ledger WHERE state = 'settled'),
     half AS (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_at) AS at FROM made WHERE team_id = $2)
     SELECT (SELECT count(*)::int FROM made m, half h WHERE m.team_id = t.id AND m.ended_at <= h.at) AS n
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t(id, nth) ORDER BY t.nth`,
    [callers.map(({ team }) => team), callers[1]?.team],
  )
  return rows.map(({ n }) => n)
}

/** Requests that the gateway refused, and their clients sent again. */
async function refused(): Promise<number> {
  const text = await (await fetch(`${gateway.listening}/metrics`)).text()
  return Number(/^fleet_gateway_requests_total\{end="too_soon"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

it('answers 200 requests at once while workers and the coordinator are killed', { timeout: 240_000 }, async () => {
  const asking = Array.from({ length: REQUESTS }, (_, n) => ask(callerFor(n), n))
  const [ends] = await Promise.all([Promise.all(asking), killSome()])
  const failed = ends.filter((end): end is APIError => end instanceof APIError)
  // Only a deadline ends without an answer, and says so: nothing is lost, and no connection breaks.
  expect(failed.filter((end) => end instanceof APIConnectionError)).toEqual([])
  for (const end of failed) expect([end.status, end.code]).toEqual([504, 'too_late'])
  for (const [n, end] of ends.entries()) if (deadlineOf(n) === null) expect(isAnswer(end), `request ${n}`).toBe(true)
  await expect.poll(unbooked, { timeout: 60_000 }).toBe(0)
  for (const { team } of callers) {
    expect(await booked(team)).toBe(await attempts(team))
    expect(await keptCalls(team)).toBe(await booked(team))
  }
  const given = await count(
    `SELECT count(*)::int AS n FROM kept_request WHERE digest IS NOT NULL AND seed < ${REQUESTS}`,
  )
  expect(given).toBe(REQUESTS - failed.length)
  const [many = 0, few = 0] = await whileBothAsked()
  const again = await refused()
  console.log(`${again} refused at first, ${failed.length} too late; calls while both asked: ${many} and ${few}`)
  expect(again).toBeGreaterThan(REQUESTS / 2)
  expect(many / few).toBeLessThan(UNFAIR)
  for (const n of [0, 3, 6, 9]) expect(ends[n]).toEqual(await ask(callerFor(n), n))
})

import { type DataSource, openDatabase } from '@cges-fleet/db'
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { residentMegabytes } from '../support/memory.js'
import { connectRaw, headOf, type RawConnection, sendInChunks } from '../support/raw-requests.js'
import { type Caller, callerOf } from '../support/team-keys.js'
import { GatewayCounts, statusOf } from './gateway-counts.js'
import type { RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

/** Much of it is for machines that do much else. */
vi.setConfig({ testTimeout: 120_000 })

const KEY_PEPPER = 'pepper-of-the-bounds-0123456789-abcdefghij'
const MOST_REQUESTS = 12
const TEAM_REQUESTS = 8
const TEAM_CALLS = 120
const MOST_BODY_BYTES = 100_000
const CHAT = '/v1/chat/completions'

let fleet: TestFleet
let db: DataSource
let gateway: RunningApp
let counts: GatewayCounts
let one: Caller
let two: Caller
const connections: RawConnection[] = []

beforeAll(async () => {
  const generous = { KEY_REQUESTS_PER_SECOND: '10000', TEAM_REQUESTS_PER_SECOND: '10000' }
  fleet = await TestFleet.start({
    redis: inject('redis'),
    workers: 1,
    concurrency: 4,
    timeScale: 0.1,
    simulator: { UNKNOWN_QUESTIONS: 'make-up' },
    everyone: { KEY_PEPPER, ...generous },
  })
  const bounds = { MOST_REQUESTS, TEAM_REQUESTS, TEAM_CALLS, MOST_BODY_BYTES }
  gateway = await fleet.startGateway(
    Object.fromEntries(Object.entries(bounds).map(([name, most]) => [name, String(most)])),
  )
  counts = new GatewayCounts(fleet, gateway)
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 2 })
  const how = { pepper: KEY_PEPPER, maxRetries: 0 }
  one = await callerOf(db, gateway.listening, { name: 'one', ...how })
  two = await callerOf(db, gateway.listening, { name: 'two', ...how })
}, 120_000)

afterEach(() => {
  for (const { socket } of connections.splice(0)) socket.destroy()
})

afterAll(async () => {
  await db?.destroy()
  await fleet?.stop()
})

async function connected(): Promise<RawConnection> {
  const connection = await connectRaw(gateway.listening)
  connections.push(connection)
  return connection
}

const asked = (n: number, method: string, more: object = {}) => ({
  model: `test@${method}`,
  messages: [{ role: 'user' as const, content: `What is ${n} times 7? Give the number.` }],
  seed: n,
  ...more,
})

const ask = ({ openai }: Caller, n: number, method: string, more: object = {}) =>
  openai.chat.completions.create(asked(n, method, more))

const answering = () => counts.answering()
const inFlight = () => counts.inFlight()
const unbooked = () => counts.unbooked()
const booked = (caller: Caller) => counts.booked(caller)

it('lets one team’s slow senders fill the places of that team alone', async () => {
  const slow = await Promise.all(Array.from({ length: TEAM_REQUESTS }, connected))
  const half = `${headOf(CHAT, 500, { authorization: `Bearer ${one.key}` })}{"model":`
  for (const { socket } of slow) socket.write(half)
  await expect.poll(answering, { timeout: 90_000 }).toBe(TEAM_REQUESTS)
  expect(await statusOf(ask(one, 1, 'sc@1'))).toBe(429)
  expect(await statusOf(ask(two, 1, 'sc@1'))).toBe(200)
  for (const { socket } of slow) socket.destroy()
  await expect.poll(() => statusOf(ask(one, 1, 'sc@1')), { timeout: 90_000 }).toBe(200)
})

it('takes a client that closes its half of the connection for gone', async () => {
  await expect.poll(unbooked, { timeout: 90_000 }).toBe(0)
  const before = await booked(one)
  const body = JSON.stringify(asked(2, 'sc@60'))
  const { socket, received, closed } = await connected()
  socket.write(`${headOf(CHAT, Buffer.byteLength(body), { authorization: `Bearer ${one.key}` })}${body}`)
  await expect.poll(inFlight, { interval: 5, timeout: 90_000 }).toBeGreaterThan(0)
  socket.end()
  await closed
  expect(received()).toBe('')
  await expect.poll(inFlight, { timeout: 90_000 }).toBe(0)
  await expect.poll(unbooked, { timeout: 90_000 }).toBe(0)
  expect((await booked(one)) - before).toBeLessThan(60)
})

it('refuses a giant prompt before it is read, however it is sent', async () => {
  const before = residentMegabytes(gateway.process.pid)
  const giant = 'x'.repeat(MOST_BODY_BYTES)
  expect(await statusOf(ask(one, 4, 'sc@1', { user: giant }))).toBe(413)
  const claiming = await connected()
  claiming.socket.write(headOf(CHAT, 2 ** 40, { authorization: `Bearer ${one.key}` }))
  await claiming.closed
  expect(claiming.received()).toMatch(/^HTTP\/1\.1 413 /)
  const authorization = `Bearer ${one.key}`
  expect(await sendInChunks(`${gateway.listening}${CHAT}`, { authorization }, [giant, giant])).toBe(413)
  const nested = await fetch(`${gateway.listening}${CHAT}`, {
    method: 'POST',
    headers: { authorization },
    body: '['.repeat(MOST_BODY_BYTES - 1),
  })
  expect(nested.status).toBe(400)
  const after = residentMegabytes(gateway.process.pid)
  if (before !== null && after !== null) expect(after - before).toBeLessThan(64)
})

it('makes no more calls of one request than its budget, nor of a team than it may have in flight', async () => {
  for (const bomb of [{ n: 64 }, { cges: { budget: 1024 } }, { cges: { minSamples: 5000 } }])
    expect(await statusOf(ask(one, 5, 'sc@4', bomb))).toBe(400)
  await expect.poll(unbooked, { timeout: 90_000 }).toBe(0)
  const before = await booked(one)
  expect(await statusOf(ask(one, 5, 'sc@4', { cges: { minSamples: 1024 } }))).toBe(200)
  await expect.poll(() => booked(one), { timeout: 90_000 }).toBe(before + 4)
  const many = Promise.all(Array.from({ length: TEAM_REQUESTS }, (_, n) => statusOf(ask(one, n, 'sc@60'))))
  let most = 0
  const looking = setInterval(() => void inFlight().then((now) => (most = Math.max(most, now))), 20)
  const statuses = await many.finally(() => clearInterval(looking))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(TEAM_CALLS)
})

it('gives a team that comes later its turns, and books each call to one team once', async () => {
  await expect.poll(unbooked, { timeout: 90_000 }).toBe(0)
  const before = await Promise.all([booked(one), booked(two)])
  const many = Promise.all(Array.from({ length: 6 }, (_, n) => ask(one, 20 + n, 'sc@20')))
  await expect.poll(inFlight, { interval: 5, timeout: 90_000 }).toBeGreaterThan(TEAM_CALLS / 2)
  await ask(two, 30, 'sc@8')
  const [row] = await fleet.sql<{ at: Date }>(
    `SELECT max(l.started_at) AS at FROM call_ledger l JOIN call k ON k.id = l.call_id WHERE k.team_id = $1`,
    [two.team],
  )
  await many
  const startedAfter = await counts.count(
    `SELECT count(*)::int AS n FROM call_ledger l JOIN call k ON k.id = l.call_id
     WHERE k.team_id = $1 AND l.started_at > $2`,
    [one.team, row?.at],
  )
  console.log(`after the later team's last start the first had ${startedAfter} of ${TEAM_CALLS} left`)
  expect(startedAfter).toBeGreaterThan(TEAM_CALLS / 8)
  await expect.poll(unbooked, { timeout: 90_000 }).toBe(0)
  expect(await Promise.all([booked(one), booked(two)])).toEqual([(before[0] ?? 0) + 6 * 20, (before[1] ?? 0) + 8])
})

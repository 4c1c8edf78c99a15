import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type DataSource, openDatabase } from '@cges-fleet/db'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { residentMegabytes } from '../support/memory.js'
import { connectRaw, headOf } from '../support/raw-requests.js'
import { type Caller, callerOf } from '../support/team-keys.js'
import { type OddServer, startOddServer } from './odd-server.js'
import { GatewayCounts, statusOf } from './gateway-counts.js'
import type { RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

vi.setConfig({ testTimeout: 240_000 })

const KEY_PEPPER = 'pepper-of-the-readers-0123456789-abcdefghi'
const TEAM_REQUESTS = 9
const CHAT = '/v1/chat/completions'
/** An answer of 6 MB: the kernel takes 4 of them at most from a server whose client does not read. */
const [BUDGET, REPLY_WORDS, WORD] = [24, 250, 'x'.repeat(1000)]
const REPLY = `${Array.from({ length: REPLY_WORDS }, () => WORD).join(' ')} The answer is 12.`
/** What one of them may take of the gateway's memory, with what is not yet freed of its replies. */
const ANSWER_MB = 50
/** How long an answer is kept for its client. */
const PATIENCE_MS = 60_000

let server: OddServer | undefined
let fleet: TestFleet
let db: DataSource
let gateway: RunningApp
let counts: GatewayCounts
let one: Caller
let two: Caller
const sockets: Socket[] = []

function says(body: Record<string, unknown>): { readonly text?: string; readonly afterMs?: number } {
  const messages = JSON.stringify(body['messages'])
  return messages.includes('long') ? { text: REPLY } : messages.includes('slow') ? { afterMs: 1000 } : {}
}

beforeAll(async () => {
  server = await startOddServer({ says })
  const generous = { KEY_REQUESTS_PER_SECOND: '10000', TEAM_REQUESTS_PER_SECOND: '10000' }
  fleet = await TestFleet.start({ redis: null, workers: 0, everyone: { KEY_PEPPER, ...generous } })
  await fleet.startWorker({ MODEL_SERVER_URL: server.url, MODEL_NAME: 'odd-model', GPUS: '0' })
  gateway = await fleet.startGateway({ TEAM_REQUESTS: String(TEAM_REQUESTS) })
  counts = new GatewayCounts(fleet, gateway)
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 2 })
  const how = { pepper: KEY_PEPPER, maxRetries: 0 }
  one = await callerOf(db, gateway.listening, { name: 'one', ...how })
  two = await callerOf(db, gateway.listening, { name: 'two', ...how })
  await vi.waitUntil(async () => (await statusOf(ask(one, 'short'))) === 200, { timeout: 90_000, interval: 500 })
}, 150_000)

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

afterAll(async () => {
  await db?.destroy()
  await fleet?.stop()
  await server?.close()
})

const asked = (content: string, more: object = {}) => ({
  model: `test@sc@${BUDGET}`,
  messages: [{ role: 'user' as const, content: `A ${content} one: 3 times 4?` }],
  max_tokens: 1000,
  ...more,
})

const ask = ({ openai }: Caller, content: string, more: object = {}) =>
  openai.chat.completions.create(asked(content, more))

/** Connects a client that reads one byte whenever its socket is resumed, and begins to read never. */
async function reluctant(): Promise<Socket> {
  const { hostname: host, port } = new URL(gateway.listening)
  const onread = { buffer: Buffer.alloc(1), callback: () => false }
  const socket = connect({ host, port: Number(port), allowHalfOpen: true, onread })
  sockets.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  return socket.pause()
}

const bytesOf = ({ key }: Caller, body: object): string => {
  const text = JSON.stringify(body)
  return `${headOf(CHAT, Buffer.byteLength(text), { authorization: `Bearer ${key}` })}${text}`
}

const answering = () => counts.answering()
const inFlight = () => counts.inFlight()
const unbooked = () => counts.unbooked()
const booked = (caller: Caller) => counts.booked(caller)
const resident = () => Math.round(residentMegabytes(gateway.process.pid) ?? 0)

it('keeps answers of 6 MB for a minute for clients that hardly read, to the harm of nobody else', async () => {
  await expect.poll(unbooked).toBe(0)
  const [before, alone] = [await booked(one), resident()]
  const readers = await Promise.all(Array.from({ length: TEAM_REQUESTS }, reluctant))
  for (const [n, socket] of readers.entries())
    socket.write(bytesOf(one, asked('long', { stream: n % 2 === 0, cges: { samples: true } })))
  await expect.poll(answering, { timeout: 60_000 }).toBe(TEAM_REQUESTS)
  // Their requests have ended, and are paid for: only their answers are still to be read.
  await expect.poll(unbooked, { timeout: 120_000 }).toBe(0)
  const answeredAt = performance.now()
  const reading = setInterval(() => readers.slice(0, 3).forEach((socket) => socket.resume()), 1000)
  for (const socket of readers.slice(3, 6)) socket.end()
  expect((await booked(one)) - before).toBe(TEAM_REQUESTS * BUDGET)
  const held = resident()
  const took: number[] = []
  while ((await answering()) === TEAM_REQUESTS && performance.now() - answeredAt < 1.5 * PATIENCE_MS) {
    const status = await statusOf(ask(one, 'short'))
    // One of the answers may have been given up in between, and left its place.
    if ((await answering()) === TEAM_REQUESTS) expect(status).toBe(429)
    const began = performance.now()
    expect(await statusOf(ask(two, 'short'))).toBe(200)
    took.push(performance.now() - began)
  }
  await expect.poll(answering, { timeout: 20_000 }).toBe(0)
  clearInterval(reading)
  const keptMs = performance.now() - answeredAt
  const bytes = readers.slice(0, 3).map(({ bytesRead }) => bytesRead)
  expect(took.length).toBeGreaterThan(0)
  const slowest = Math.round(Math.max(...took))
  console.log(`${alone} MB, with ${TEAM_REQUESTS} answers unread ${held}; read ${bytes.join(', ')} bytes`)
  console.log(`${took.length} answers to others meanwhile, the slowest in ${slowest} ms`)
  expect(Math.max(...bytes)).toBeLessThan(200)
  expect(keptMs).toBeGreaterThan(PATIENCE_MS / 2)
  expect(keptMs).toBeLessThan(1.5 * PATIENCE_MS)
  expect(held - alone).toBeLessThan(TEAM_REQUESTS * ANSWER_MB)
  expect(slowest).toBeLessThan(10_000)
  expect(await statusOf(ask(one, 'long', { cges: { samples: true } }))).toBe(200)
})

it.each([
  ['whole', false],
  ['as a stream', true],
])('abandons the draws of a client that reads nothing and closes its sending half (%s)', async (_, stream) => {
  await expect.poll(unbooked).toBe(0)
  const before = await booked(one)
  const socket = await reluctant()
  socket.write(bytesOf(one, asked('slow', { stream })))
  await expect.poll(inFlight, { interval: 5 }).toBeGreaterThan(0)
  socket.end()
  await expect.poll(inFlight, { timeout: 30_000 }).toBe(0)
  await expect.poll(unbooked).toBe(0)
  await expect.poll(answering).toBe(0)
  expect((await booked(one)) - before).toBeLessThan(BUDGET)
})

it('shuts out a client that sends a request before it has the answer to its last', async () => {
  await expect.poll(unbooked).toBe(0)
  const before = await booked(one)
  const { socket, received, closed } = await connectRaw(gateway.listening)
  sockets.push(socket)
  socket.write(bytesOf(one, asked('slow')).repeat(2))
  await closed
  expect(received()).toBe('')
  await expect.poll(answering).toBe(0)
  await expect.poll(unbooked).toBe(0)
  expect(await inFlight()).toBe(0)
  expect((await booked(one)) - before).toBeLessThan(BUDGET)
})

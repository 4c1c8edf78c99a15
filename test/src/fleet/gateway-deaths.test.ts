import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@cges-fleet/client'
import { GetAccounts } from '@cges-fleet/core/contract'
import OpenAI, { APIConnectionError } from 'openai'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'
import type { RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

const withRedis = inject('redis') !== null
const folder = mkdtempSync(join(tmpdir(), 'cges-gateway-'))
let redis: PrivateRedis | null
let fleet: TestFleet
let gateway: RunningApp

beforeAll(async () => {
  redis = await startPrivateRedis(folder)
  const slow = { timeScale: 0.1, simulator: { UNKNOWN_QUESTIONS: 'make-up' } }
  fleet = await TestFleet.start({ redis: redis?.url ?? null, workers: 1, leaseMs: 2000, ...slow })
  gateway = await fleet.startGateway()
  // Until its pool has a slot, it refuses.
  const isServed = async () => (await askEight(clientOf(gateway), 'sc@1')).every(({ status }) => status === 'fulfilled')
  await vi.waitUntil(isServed, { timeout: 90_000, interval: 500 })
})

afterAll(async () => {
  await fleet?.stop()
  await redis?.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Vote {
  readonly calls: number
  readonly digest: string
}

const voteIn = (completion: object) => (completion as { readonly cges: Vote }).cges

const clientOf = ({ listening }: RunningApp) =>
  new OpenAI({ baseURL: `${listening}/v1`, apiKey: 'none', maxRetries: 0 })

/** Asks eight questions at once; each of a number has one digest, whatever happens. */
function askEight(openai: OpenAI, method = 'asc-beta@8') {
  return Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      openai.chat.completions.create({
        model: `test@${method}`,
        messages: [{ role: 'user', content: `What is ${n} times 7? Give the number.` }],
        seed: n,
      }),
    ),
  )
}

const votesOf = (all: Awaited<ReturnType<typeof askEight>>) =>
  all.map((one) => (one.status === 'fulfilled' ? voteIn(one.value) : (one.reason as unknown)))

async function count(statement: string): Promise<number> {
  const [row] = await fleet.sql<{ n: number }>(statement)
  return row?.n ?? -1
}

const inFlight = () => count(`SELECT count(*)::int AS n FROM call WHERE live`)
const landed = () => count(`SELECT count(*)::int AS n FROM chat_reply`)
/** Attempts whose replies landed, each of which is paid for once. */
const attempts = () => count(`SELECT count(*)::int AS n FROM call_ledger WHERE state = 'settled'`)

async function booked(): Promise<number> {
  const { days } = await createClient({ url: fleet.api }).call(GetAccounts)
  return days.reduce((sum, { calls }) => sum + calls, 0)
}

/** Kills something once draws are under way. */
async function whileDrawing<Result>(asking: Promise<Result>, kill: () => Promise<void>): Promise<Result> {
  await expect.poll(inFlight, { interval: 5 }).toBeGreaterThan(0)
  await kill()
  return asking
}

it.skipIf(!withRedis)(
  'answers alike though Redis dies, with all that it held, and the coordinator with it',
  async () => {
    const openai = clientOf(gateway)
    const calm = votesOf(await askEight(openai))
    const disturbed = await whileDrawing(askEight(openai), async () => {
      await Promise.all([redis?.stop('SIGKILL'), fleet.coordinators[0]?.kill('SIGKILL')])
      redis = await startPrivateRedis(folder, { port: Number(new URL(redis?.url ?? '').port) })
      await fleet.startCoordinator()
    })
    expect(votesOf(disturbed)).toEqual(calm)
    await expect.poll(inFlight).toBe(0)
    await expect.poll(landed).toBe(0)
    expect(await booked()).toBe(await attempts())
  },
)

it('answers with an error a request that a sweep ended, and lets go of its draws', async () => {
  const over = new AbortController()
  const asking = askEight(clientOf(gateway), 'sc@64').finally(() => over.abort())
  const votes = votesOf(
    await whileDrawing(asking, async () => {
      // Its gateway says ever again that it is there: the sweep has to come between.
      while (!over.signal.aborted) {
        await fleet.sql(
          `UPDATE chat_request SET seen_at = now() - interval '1 hour'
           WHERE id IN (SELECT id FROM chat_request WHERE ended_at IS NULL ORDER BY id FOR UPDATE)`,
        )
        await sleep(20)
      }
    }),
  )
  expect(votes.map((one) => (one as { status?: number }).status)).toContain(503)
  await expect.poll(inFlight).toBe(0)
  await expect.poll(landed).toBe(0)
})

it('books once what a gateway that was killed had drawn, and tells its clients', async () => {
  const before = await booked()
  const done = await attempts()
  const dying = await fleet.startGateway()
  const votes = votesOf(await whileDrawing(askEight(clientOf(dying), 'sc@64'), () => dying.kill('SIGKILL')))
  for (const one of votes) expect(one).toBeInstanceOf(APIConnectionError)
  await expect.poll(inFlight, { timeout: 90_000 }).toBe(0)
  await expect.poll(landed).toBe(0)
  expect((await booked()) - before).toBe((await attempts()) - done)
})

/** The gateway keeps an idle connection for 65 seconds. */
const KEPT_MS = 60_000

it(
  'lets what it began finish when it is told to stop, and waits for no more of those clients',
  { timeout: KEPT_MS },
  async () => {
    const stopping = await fleet.startGateway({ DRAIN_MS: '600000' })
    const votes = votesOf(await whileDrawing(askEight(clientOf(stopping)), () => stopping.kill('SIGTERM')))
    expect(votes).toEqual(votesOf(await askEight(clientOf(gateway))))
  },
)

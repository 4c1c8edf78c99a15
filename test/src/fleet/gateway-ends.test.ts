import { pathOf, PausePool, ResumePool } from '@cges-fleet/core/contract'
import OpenAI, { APIError } from 'openai'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OddServer, startOddServer } from './odd-server.js'
import { TestFleet } from './test-fleet.js'

const SLOW_MS = 20_000

let server: OddServer | undefined
let fleet: TestFleet
let openai: OpenAI
const seen = new Set<string>()

/** Of the replies to a prompt with the word slow the first takes long; to one with mute none has an answer. */
function says(body: Record<string, unknown>): { readonly text?: string; readonly afterMs?: number } {
  const asked = JSON.stringify(body['messages'])
  if (asked.includes('mute')) return { text: 'I would rather not say.' }
  if (!asked.includes('slow') || seen.has(asked)) return {}
  seen.add(asked)
  return { afterMs: SLOW_MS }
}

beforeAll(async () => {
  server = await startOddServer({ says })
  fleet = await TestFleet.start({ redis: null, workers: 0 })
  await fleet.startWorker({ MODEL_SERVER_URL: server.url, MODEL_NAME: 'odd-model', GPUS: '0' })
  const gateway = await fleet.startGateway()
  openai = new OpenAI({ baseURL: `${gateway.listening}/v1`, apiKey: 'none', maxRetries: 0 })
  // The first calls of a fleet take longer.
  await ask('3 times 4?', {})
}, 120_000)

afterAll(async () => {
  await fleet?.stop()
  await server?.close()
})

interface Vote {
  readonly answer: string | null
  readonly calls: number
  readonly stoppedBy: string
  readonly sample: number
  readonly votes: readonly { readonly answer: string; readonly votes: number }[]
  readonly samples: readonly { readonly index: number }[]
}

async function ask(content: string, cges: object, method = 'sc@8'): Promise<Vote> {
  const more = { seed: 7, cges: { samples: true, ...cges } }
  const messages = [{ role: 'user' as const, content }]
  const completion = await openai.chat.completions.create({ model: `test@${method}`, messages, ...more })
  return (completion as unknown as { readonly cges: Vote }).cges
}

const refusal = (asking: Promise<unknown>): Promise<unknown> =>
  asking.catch((error: unknown) => (error instanceof APIError ? [error.status, error.code] : error))

it('answers at the deadline by every reply that has landed, though one before them is slow', async () => {
  const vote = await ask('A slow one: 3 times 4?', { deadlineMs: 5000 })
  expect(vote).toMatchObject({ answer: '12', calls: 7, stoppedBy: 'deadline', votes: [{ answer: '12', votes: 7 }] })
  const indices = vote.samples.map(({ index }) => index)
  expect(indices).toHaveLength(7)
  expect(indices).toContain(vote.sample)
})

it('answers nothing at the deadline with fewer replies than were asked for', async () => {
  const vote = { deadlineMs: 2000, minSamples: 8 }
  const refused = await ask('Another slow one: 3 times 4?', vote).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 504, code: 'too_late' })
  expect(String(refused)).toMatch(
    /Drawn in 2000 ms: [0-7] of the 8 replies .* Allow a longer deadlineMs, or ask for fewer/u,
  )
})

const asking = (deadlineMs = 2000) => ask('3 times 4?', { deadlineMs }, 'sc@2').catch((error: unknown) => error)

it('refuses at once what a paused pool would keep waiting, and says when to ask again', async () => {
  const path = { pool: 'test' }
  await fleet.post(pathOf(PausePool, { path }), { reason: 'new weights' })
  // Whether a pool is paused is kept for a second.
  const paused = { status: 503, code: 'unavailable' }
  await expect.poll(() => asking()).toMatchObject(paused)
  const began = performance.now()
  const refused = (await asking(60_000)) as APIError
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(refused.message).toContain('Pool test is paused by an operator: “new weights”. Use a model of another pool')
  expect(refused.headers?.get('retry-after')).toBe('30')
  await fleet.post(pathOf(ResumePool, { path }), {})
  await expect.poll(() => asking()).toMatchObject({ answer: '12' })
})

it('keeps the deadline while the database lets nothing be planned', async () => {
  const holder = new pg.Client({ connectionString: fleet.database.url })
  await holder.connect()
  await holder.query(`SELECT pg_advisory_lock(hashtextextended('turns of ' || id, 0)) FROM team`)
  const began = performance.now()
  const answer = await refusal(ask('3 times 4?', { deadlineMs: 500 }))
  const tookMs = performance.now() - began
  await holder.end()
  expect(answer).toEqual([504, 'too_late'])
  expect(tookMs).toBeGreaterThan(450)
  expect(tookMs).toBeLessThan(5000)
  const unended = async () => (await fleet.sql(`SELECT id FROM chat_request WHERE ended_at IS NULL`)).length
  await expect.poll(unended, { timeout: 10_000 }).toBe(0)
  expect(await ask('3 times 4?', {})).toMatchObject({ answer: '12', calls: 8 })
})

it('gives the first reply where no answer can be read, or an error if asked to', async () => {
  const first = await ask('A mute one.', {}, 'sc@3')
  expect(first).toMatchObject({ answer: null, calls: 3, votes: [], sample: 0 })
  expect(await refusal(ask('A mute one.', { noAnswer: 'error' }, 'sc@3'))).toEqual([422, 'no_answer'])
  expect(await ask('3 times 4?', { noAnswer: 'error' }, 'sc@3')).toMatchObject({ answer: '12' })
})

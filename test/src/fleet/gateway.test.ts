import { createClient } from '@cges-fleet/client'
import { GetAccounts } from '@cges-fleet/core/contract'
import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet
let gateway: RunningApp
let openai: OpenAI

beforeAll(async () => {
  const simulator = { UNKNOWN_QUESTIONS: 'make-up' }
  fleet = await TestFleet.start({ redis: inject('redis'), workers: 2, leaseMs: 1500, timeScale: 0.02, simulator })
  gateway = await fleet.startGateway({ TEAM_CALLS: '120' })
  openai = new OpenAI({ baseURL: `${gateway.listening}/v1`, apiKey: 'none', maxRetries: 0 })
}, 120_000)

afterAll(() => fleet?.stop())

/** A simulated draw is over in less than the looks of a poll are apart. */
const OFTEN = { interval: 5 }

interface Vote {
  readonly answer: string | null
  readonly calls: number
  readonly stoppedBy: string
  readonly digest: string
  readonly votes: readonly { readonly votes: number }[]
}

const question = (n: number): [{ role: 'user'; content: string }] => [
  { role: 'user' as const, content: `What is ${n} times 7? Give the number.` },
]
const asked = (n: number, more: object = {}) => ({ model: 'test@asc-beta@8', messages: question(n), seed: n, ...more })
const voteIn = (completion: object) => (completion as { readonly cges: Vote }).cges

async function inFlight(): Promise<number> {
  const rows = await fleet.sql<{ n: number }>(`SELECT count(*)::int AS n FROM call WHERE live`)
  return rows[0]?.n ?? -1
}

async function drawn(): Promise<number> {
  const { days } = await createClient({ url: fleet.api }).call(GetAccounts)
  return days.reduce((sum, { calls }) => sum + calls, 0)
}

async function left(): Promise<number | undefined> {
  const rows = await fleet.sql<{ n: number }>(`SELECT count(*)::int AS n FROM chat_reply`)
  return rows[0]?.n
}

async function refusal(more: object): Promise<unknown> {
  const error: unknown = await openai.chat.completions.create(asked(2, more)).catch((cause: unknown) => cause)
  return error instanceof APIError ? [error.status, error.param] : error
}

it('answers with a reply that was drawn, whole and as a stream, and alike for one seed', async () => {
  const whole = await openai.chat.completions.create(asked(1))
  const vote = voteIn(whole)
  expect(whole.choices[0]?.message.content).toContain(vote.answer ?? '?')
  expect(vote.votes.reduce((sum, { votes }) => sum + votes, 0)).toBeLessThanOrEqual(vote.calls)
  expect(whole.usage?.completion_tokens).toBeGreaterThan(vote.calls)
  const stream = await openai.chat.completions.create({ ...asked(1), stream: true })
  let text = ''
  let last: object = {}
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    last = chunk
  }
  expect(text).toBe(whole.choices[0]?.message.content)
  expect(voteIn(last)).toEqual(vote)
})

it('answers OpenAI’s Responses by the same vote, whole and as a stream', async () => {
  const vote = voteIn(await openai.chat.completions.create(asked(9)))
  const [{ content: input }] = question(9)
  const request = { model: 'test@asc-beta@8', input, seed: 9 } as { model: string; input: string }
  const whole = await openai.responses.create(request)
  expect(voteIn(whole)).toEqual(vote)
  expect(whole.output_text).toContain(vote.answer ?? '?')
  expect(whole.usage?.output_tokens).toBeGreaterThan(vote.calls)
  const types: string[] = []
  let text = ''
  for await (const event of await openai.responses.create({ ...request, stream: true })) {
    types.push(event.type)
    if (event.type === 'response.output_text.delta') text += event.delta
    if (event.type === 'response.completed') expect(voteIn(event.response)).toEqual(vote)
  }
  expect(text).toBe(whole.output_text)
  expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed'])
  const kept = openai.responses.create({ ...request, previous_response_id: 'resp_1' })
  await expect(kept).rejects.toMatchObject({ status: 400, param: 'previous_response_id' })
})

const weather = {
  type: 'function' as const,
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}

it('votes on the functions that replies call, and takes what they gave', async () => {
  const offered = { ...asked(11), tools: [weather] }
  const whole = await openai.chat.completions.create(offered)
  const [choice] = whole.choices
  const [call] = choice?.message.tool_calls ?? []
  if (call?.type !== 'function') throw new Error('no function is called')
  expect([choice?.finish_reason, choice?.message.content, call.function.name]).toEqual(['tool_calls', null, 'weather'])
  expect(JSON.parse(voteIn(whole).answer ?? '')).toEqual([
    { name: 'weather', arguments: JSON.parse(call.function.arguments) as unknown },
  ])
  const stream = openai.chat.completions.stream(offered)
  expect((await stream.finalChatCompletion()).choices[0]?.message.tool_calls).toMatchObject([
    { function: call.function },
  ])
  const messages = [
    ...question(11),
    { role: 'assistant' as const, content: null, tool_calls: [call] },
    { role: 'tool' as const, content: '12 degrees', tool_call_id: call.id },
  ]
  const after = await openai.chat.completions.create({ ...offered, messages, tool_choice: 'none' })
  expect(after.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { content: expect.stringContaining('boxed') },
  })
})

it('answers Responses with the functions to call, whole and as a stream', async () => {
  const [{ content: input }] = question(11)
  const { name, parameters } = weather.function
  const tools = [{ type: 'function' as const, name, parameters, strict: false }]
  const request = { model: 'test@asc-beta@8', input, seed: 11, tools } as { model: string; input: string }
  const { output } = await openai.responses.create(request)
  expect(output).toMatchObject([{ type: 'function_call', name, status: 'completed' }])
  const streamed: unknown[] = []
  for await (const event of await openai.responses.create({ ...request, stream: true }))
    if (event.type === 'response.output_item.done') streamed.push(event.item)
  expect(streamed).toMatchObject(
    output.map((item) => ({ ...item, id: expect.any(String), call_id: expect.any(String) })),
  )
})

it('books every call once', async () => {
  await expect.poll(inFlight).toBe(0)
  const before = await drawn()
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => openai.chat.completions.create(asked(100 + n))))
  await expect.poll(left).toBe(0)
  expect(await drawn()).toBe(before + all.reduce((sum, each) => sum + voteIn(each).calls, 0))
})

/** The gateway's counts, as a scraper reads them. */
async function counted(): Promise<Record<string, number>> {
  const text = await (await fetch(`${gateway.listening}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^fleet_gateway_(\S+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  )
}

it('counts how requests ended, and the calls that its answers made and saved', async () => {
  const before = await counted()
  const all = await Promise.all(Array.from({ length: 6 }, (_, n) => openai.chat.completions.create(asked(300 + n))))
  await refusal({ n: 2 })
  const leaving = new AbortController()
  const asking = openai.chat.completions.create(asked(3, { model: 'test@sc@64' }), { signal: leaving.signal })
  await expect.poll(async () => (await counted())['requests_in_flight'], OFTEN).toBe(1)
  leaving.abort()
  await expect(asking).rejects.toThrow()
  await expect.poll(async () => (await counted())['requests_in_flight']).toBe(0)
  const after = await counted()
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  const ends = ['stopped', 'invalid', 'left', 'too_soon'].map((end) => more(`requests_total{end="${end}"}`))
  expect(ends).toEqual([6, 1, 1, 0])
  expect([more('answer_seconds_count'), more('overhead_seconds_count')]).toEqual([6, 6])
  expect(more('calls_total')).toBeGreaterThanOrEqual(all.reduce((sum, each) => sum + voteIn(each).calls, 0))
  expect(more('calls_total') + more('saved_calls_total')).toBe(6 * 8)
  expect(more('overhead_seconds_sum')).toBeLessThan(more('answer_seconds_sum'))
})

it('refuses by name what it does not do', async () => {
  expect(await refusal({ n: 2 })).toEqual([400, 'n'])
  expect(await refusal({ tools: [] })).toEqual([400, 'tools'])
  expect(await refusal({ temperature: 0 })).toEqual([400, 'temperature'])
  expect(await refusal({ model: 'test@dsc@8' })).toEqual([400, 'model'])
  expect(await refusal({ model: 'nobody' })).toEqual([404, 'model'])
  expect(await refusal({ model: 'test@sc@65' })).toEqual([400, 'model'])
})

/** A stream's status is known once it begins; then it is read to its end. */
async function askSixty(n: number, stream: boolean): Promise<void> {
  const asking = await openai.chat.completions.create({ ...asked(n, { model: 'test@sc@60' }), stream })
  if (Symbol.asyncIterator in asking) for await (const chunk of asking) expect(chunk.choices).toHaveLength(1)
}

it.each([false, true])(
  'refuses more calls at once than a team may have in flight (as a stream: %s)',
  async (stream) => {
    await expect.poll(inFlight).toBe(0)
    const many = Array.from({ length: 6 }, (_, n) => askSixty(n, stream))
    const refused = (await Promise.allSettled(many)).flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    )
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(6)
    for (const error of refused) expect(error).toMatchObject({ status: 429, code: 'too_soon' })
    expect((refused[0] as APIError).headers?.get('retry-after')).toBe('1')
  },
)

it.each([false, true])('says when a daily limit that is used up counts anew (as a stream: %s)', async (stream) => {
  await expect.poll(inFlight).toBe(0)
  await fleet.sql(`UPDATE team SET max_tokens_per_day = 1`)
  const error: unknown = await askSixty(1, stream).catch((cause: unknown) => cause)
  await fleet.sql(`UPDATE team SET max_tokens_per_day = NULL`)
  const [row] = await fleet.sql<{ seconds: number }>(
    `SELECT extract(epoch FROM current_date + 1 - now())::float8 AS seconds`,
  )
  expect(error).toMatchObject({ status: 429, code: 'too_soon' })
  const seconds = Number((error as APIError).headers?.get('retry-after'))
  expect(Math.abs(seconds - (row?.seconds ?? 0))).toBeLessThan(30)
})

it('abandons every draw once its client has left', async () => {
  const leaving = new AbortController()
  const asking = openai.chat.completions.create(asked(3, { model: 'test@sc@64' }), { signal: leaving.signal })
  await expect.poll(inFlight, OFTEN).toBeGreaterThan(0)
  leaving.abort()
  await expect(asking).rejects.toThrow()
  await expect.poll(inFlight, { timeout: 5000 }).toBe(0)
})

it('answers alike though a worker dies over it', { timeout: 60_000 }, async () => {
  const models = await openai.models.list()
  expect(models.data.map(({ id }) => id)).toEqual(['test'])
  const named = 'test@asc-beta@8;kind=choice'
  expect(await openai.models.retrieve(named)).toMatchObject({ id: named, object: 'model', owned_by: 'cges-fleet' })
  await expect(openai.models.retrieve('nobody')).rejects.toMatchObject({ status: 404 })
  await expect(openai.models.retrieve('test@none@8')).rejects.toMatchObject({ status: 400 })
  const many = (from: number) =>
    Promise.all(Array.from({ length: 8 }, (_, n) => openai.chat.completions.create(asked(from + n))))
  const calm = await many(200)
  const dying = many(200)
  await expect.poll(inFlight, OFTEN).toBeGreaterThan(0)
  await fleet.workers[0]?.kill('SIGKILL')
  expect((await dying).map((each) => voteIn(each).digest)).toEqual(calm.map((each) => voteIn(each).digest))
})

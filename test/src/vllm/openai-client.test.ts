import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modelServerUnderTest, type ServerUnderTest } from './model-server-under-test.js'

let server: ServerUnderTest
let client: OpenAI

beforeAll(async () => {
  server = await modelServerUnderTest('plain')
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 })
})

afterAll(() => server.stop())

const chat = (changes: object = {}) => ({
  model: server.model,
  messages: [{ role: 'user' as const, content: 'What is 17 + 25? Put the answer in \\boxed{}.' }],
  seed: 7,
  temperature: 0.7,
  max_completion_tokens: 512,
  ...changes,
})

const asking = (changes: object) => client.chat.completions.create(chat(changes))

it('lists the model', async () => {
  const models = await client.models.list()
  expect(models.data.map(({ id }) => id)).toContain(server.model)
})

it('chats, with log-probabilities', async () => {
  const answer = await client.chat.completions.create(chat({ logprobs: true, top_logprobs: 2 }))
  const [choice] = answer.choices
  expect(choice?.message.content).toMatch(/\S/)
  expect(['stop', 'length']).toContain(choice?.finish_reason)
  const entries = choice?.logprobs?.content ?? []
  expect(entries.length).toBeGreaterThan(0)
  expect(entries).toHaveLength(answer.usage?.completion_tokens ?? -1)
  for (const entry of entries) {
    expect(entry.logprob).toBeLessThanOrEqual(0)
    expect(entry.top_logprobs[0]?.token).toBe(entry.token)
  }
})

it('streams what it says whole, and gives one seed one answer', async () => {
  const whole = await client.chat.completions.create(chat())
  const stream = await client.chat.completions.create({
    ...chat(),
    stream: true as const,
    stream_options: { include_usage: true },
  })
  let text = ''
  let usage: OpenAI.CompletionUsage | null | undefined
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    usage = chunk.usage ?? usage
  }
  expect(usage?.completion_tokens).toBeGreaterThan(0)
  if (server.isSimulator) expect(text).toBe(whole.choices[0]?.message.content)
})

it('draws several at once', async () => {
  const answer = await client.chat.completions.create(chat({ n: 3 }))
  expect(answer.choices.map(({ index }) => index).toSorted((one, other) => one - other)).toEqual([0, 1, 2])
  expect(new Set(answer.choices.map(({ message }) => message.content)).size).toBeGreaterThan(1)
})

it('completes text, streamed and whole', async () => {
  const request = { model: server.model, prompt: 'One, two,', max_tokens: 24, seed: 3, temperature: 0.7 }
  const whole = await client.completions.create({ ...request, logprobs: 1 })
  expect(whole.choices[0]?.logprobs?.token_logprobs).toHaveLength(whole.usage?.completion_tokens ?? -1)
  let text = ''
  for await (const chunk of await client.completions.create({ ...request, stream: true })) {
    text += chunk.choices[0]?.text ?? ''
  }
  if (server.isSimulator) expect(text).toBe(whole.choices[0]?.text)
})

it('raises the errors it knows', async () => {
  await expect(asking({ model: 'nobody' })).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  await expect(asking({ top_p: 7 })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  await expect(asking({ max_completion_tokens: 99_000_000 })).rejects.toMatchObject({ status: 400 })
})

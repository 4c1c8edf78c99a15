import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modelServerUnderTest, type ServerUnderTest } from './model-server-under-test.js'

/** What the worker relies on of a server with a reasoning parser, on the simulator and on a real one. */
let server: ServerUnderTest

beforeAll(async () => {
  server = await modelServerUnderTest('thinking')
}, 900_000)

afterAll(() => server.stop())

const Chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish(), reasoning: z.string().nullish() }),
      logprobs: z.object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })) }).nullish(),
      token_ids: z.array(z.int()).nullish(),
    }),
  ),
  usage: z.object({ completion_tokens: z.int() }).nullish(),
})

it('tells the thinking apart, and of every token its id and log-probability, also of the mark between', async () => {
  const asked = {
    model: server.model,
    messages: [{ role: 'user', content: 'A counter modulo 10 shows 9. Hugo -1, Kira -1. What does it show last?' }],
    seed: 3,
    temperature: 0.7,
    max_completion_tokens: 300,
    logprobs: true,
    top_logprobs: 0,
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
  }
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const events = (await response.text()).split('\n\n').filter((line) => line !== '')
  expect(events.pop()).toBe('data: [DONE]')
  const chunks = events.map((line) => Chunk.parse(JSON.parse(line.slice('data: '.length))))
  const choices = chunks.flatMap((chunk) => chunk.choices)
  const thought = choices.map(({ delta }) => delta.reasoning ?? '').join('')
  const said = choices.map(({ delta }) => delta.content ?? '').join('')
  expect(thought.trim()).not.toBe('')
  expect(said).toContain('\\boxed{')
  // One event may end the thinking and begin the answer.
  const firstSaid = choices.findIndex(({ delta }) => (delta.content ?? '') !== '')
  expect(choices.slice(firstSaid + 1).every(({ delta }) => (delta.reasoning ?? '') === '')).toBe(true)
  const tokens = choices.flatMap(({ logprobs }) => logprobs?.content ?? [])
  expect(tokens.filter(({ token }) => token.includes('</think>'))).not.toEqual([])
  expect(choices.flatMap(({ token_ids: ids }) => ids ?? [])).toHaveLength(tokens.length)
  expect(chunks.at(-1)?.usage?.completion_tokens).toBe(tokens.length)
})

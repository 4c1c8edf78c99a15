import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modelServerUnderTest, type ServerUnderTest } from './model-server-under-test.js'

/** What the client relies on of completions without a chat template, on the same servers as the rest of the contract. */
let server: ServerUnderTest

beforeAll(async () => {
  server = await modelServerUnderTest('instant')
}, 900_000)

afterAll(() => server.stop())

const TextChunk = z.object({
  choices: z.array(
    z.object({
      text: z.string(),
      logprobs: z.object({ tokens: z.array(z.string()), token_logprobs: z.array(z.number().max(0)) }),
      token_ids: z.array(z.int()),
      prompt_token_ids: z.array(z.int()).nullish(),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int() }).nullish(),
})

it('completes a text, naming its tokens and their log-probabilities', async () => {
  const asked = {
    model: server.model,
    prompt: 'What is 17 + 25?',
    max_tokens: 4,
    logprobs: 0,
    seed: 1,
    return_token_ids: true,
  }
  const completed = await fetch(`${server.url}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, stream: true, stream_options: { include_usage: true } }),
  })
  const events = (await completed.text()).split('\n\n').filter((line) => line !== '')
  expect(events.pop()).toBe('data: [DONE]')
  const chunks = events.map((line) => TextChunk.parse(JSON.parse(line.slice('data: '.length))))
  const choices = chunks.flatMap((chunk) => chunk.choices)
  const tokens = choices.flatMap(({ logprobs }) => logprobs.tokens)
  expect(choices.flatMap(({ logprobs }) => logprobs.token_logprobs)).toHaveLength(tokens.length)
  expect(choices.flatMap(({ token_ids: ids }) => ids)).toHaveLength(tokens.length)
  // The last token may be the one that ends an answer, of which nothing is said.
  expect(tokens.join('')).toContain(choices.map(({ text }) => text).join(''))
  expect(chunks[0]?.choices[0]?.prompt_token_ids?.length).toBe(chunks.at(-1)?.usage?.prompt_tokens)
})

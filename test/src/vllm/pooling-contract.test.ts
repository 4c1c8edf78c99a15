import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modelServerUnderTest, type ServerUnderTest } from './model-server-under-test.js'

/** What the worker relies on of a process reward model, on the simulator and on a real server. */
let server: ServerUnderTest

beforeAll(async () => {
  server = await modelServerUnderTest('reward')
}, 900_000)

afterAll(() => server.stop())

const Pooled = z.object({
  data: z.array(z.object({ index: z.int(), data: z.array(z.tuple([z.number(), z.number()])) })).length(1),
  usage: z.object({ prompt_tokens: z.int().min(1) }),
})

function pool(input: string, changes: object = {}): Promise<Response> {
  return fetch(`${server.url}/pooling`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'trial/0/1/score' },
    body: JSON.stringify({ model: server.model, input, task: 'token_classify', ...changes }),
  })
}

const chat = (...steps: string[]): string =>
  '<|im_start|>user\nA counter modulo 10 shows 3. Ana +4, Ben x3. What does it show last?<|im_end|>\n' +
  `<|im_start|>assistant\n${steps.map((step) => `${step}<extra_0>`).join('')}<|im_end|>\n`

it('gives two probabilities a step tag, in order, and counts the prompt', async () => {
  const one = 'Then Ana +4: 7.'
  const two = 'Next Ben x3: 1.'
  const response = await pool(chat(one, two, '\\boxed{1}'))
  expect(response.status).toBe(200)
  const { data, usage } = Pooled.parse(await response.json())
  const rows = data[0]?.data ?? []
  expect(rows).toHaveLength(3)
  for (const [bad, good] of rows) expect(bad + good).toBeCloseTo(1, 5)
  const asked = { model: server.model, prompt: chat(one, two, '\\boxed{1}') }
  const counted = await fetch(`${server.url}/tokenize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  expect(usage.prompt_tokens).toBe(z.object({ count: z.int() }).parse(await counted.json()).count)
})

it('refuses an input longer than it reads, in the form the worker takes for one that is never scored', async () => {
  const { data } = z
    .object({ data: z.array(z.object({ max_model_len: z.int() })) })
    .parse(await (await fetch(`${server.url}/v1/models`)).json())
  const response = await pool('9 '.repeat((data[0]?.max_model_len ?? 0) + 10))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'input_tokens', code: 400 } })
})

it('knows no other model', async () => {
  const response = await pool(chat('Then Ana +4: 7.'), { model: 'nobody' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { message: expect.any(String), code: 404 } })
})

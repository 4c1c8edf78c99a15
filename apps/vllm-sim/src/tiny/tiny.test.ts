import { openTinyLlama, TINY_MODEL } from '@cges-fleet/tiny-llama'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator, type Simulator } from '../start-simulator.js'
import { ask, chatBody, events, metric, post } from '../testing/ask-simulator.js'
import { tinyResponder, tinyTokenizer, tokenReader } from './tiny-responder.js'

const QUESTION = 'A counter modulo 10 shows 6. Pia +6, Leo -9, Hugo x3. What does it show last?'
const tiny = openTinyLlama()
const { tokenizer } = tiny
let server: Simulator
let url: string

beforeAll(async () => {
  server = await startSimulator({
    model: TINY_MODEL,
    respond: tinyResponder(tiny),
    tokenizer: tinyTokenizer(tokenizer),
    ownedBy: 'cges-fleet-tiny',
    version: 'tiny-9.9',
    timeScale: 0,
    maxNumSeqs: 4,
    maxModelLen: 512,
  })
  url = server.url
})

afterAll(() => server.close())

function body(changes: object = {}): Record<string, unknown> {
  return chatBody(QUESTION, { model: TINY_MODEL, max_completion_tokens: 128, ...changes })
}

const whole = { stream: false, stream_options: undefined }

test('a stream and a whole answer of one seed are the same answer, and tell what it is made of', async () => {
  const streamed = await events(url, body())
  const parts = streamed.flatMap(({ choices }) => choices)
  const { body: answer } = await ask(url, '/v1/chat/completions', body(whole))
  const [choice] = answer.choices
  const text = parts.map(({ delta }) => delta.content).join('')
  expect(text).toMatch(/^(Then|Next|Now|So) Pia \+6: \d\.\n\n[^]*\\boxed\{\d\}$/)
  expect(choice?.message.content).toBe(text)
  expect(parts.flatMap(({ logprobs }) => logprobs?.content ?? [])).toEqual(
    choice?.logprobs.content.map(({ token, logprob }) => ({ token, logprob })),
  )
  const ids = parts.flatMap(({ token_ids: some }) => some ?? [])
  expect(choice?.token_ids).toEqual(ids)
  expect(tokenizer.decode(ids)).toBe(text)
  expect(ids.at(-1)).toBe(tiny.llama.config.eos_token_id)
  expect(parts.filter(({ finish_reason: reason }) => reason !== null)).toHaveLength(1)
  const prompt = streamed[0]?.prompt_token_ids
  expect(prompt).toEqual(tokenizer.encode(`<|im_start|>user\n${QUESTION}<|im_end|>\n<|im_start|>assistant\n`))
  const usage = {
    prompt_tokens: prompt?.length,
    completion_tokens: ids.length,
    total_tokens: (prompt?.length ?? 0) + ids.length,
  }
  expect(streamed.at(-1)?.usage).toEqual(usage)
})

test('answers name the version that the server does', async () => {
  expect(await (await fetch(`${url}/version`)).json()).toEqual({ version: 'tiny-9.9' })
  for (const changes of [{}, whole]) {
    expect(await (await post(url, body(changes))).text()).toContain('"system_fingerprint":"vllm-tiny-9.9"')
  }
})

test('more requests than slots, each answered by its seed alone', async () => {
  const seeds = [...Array(12).keys(), 3]
  const together = await Promise.all(seeds.map((seed) => events(url, body({ seed }))))
  const texts = together.map((all) => all.flatMap(({ choices }) => choices.map(({ delta }) => delta.content)).join(''))
  expect(texts[3]).toBe(texts[12])
  expect(new Set(texts).size).toBeGreaterThan(4)
  const alone = await ask(url, '/v1/chat/completions', body({ seed: 7, ...whole }))
  expect(alone.body.choices[0]?.message.content).toBe(texts[7])
})

test('its likeliest tokens are real: their probabilities add up, and the sampled one comes first', async () => {
  const { body: answer } = await ask(url, '/v1/chat/completions', body({ ...whole, top_logprobs: 20 }))
  for (const { token, logprob, top_logprobs: top } of answer.choices[0]?.logprobs.content ?? []) {
    expect(top).toHaveLength(20)
    expect(top[0]).toMatchObject({ token, logprob })
    const mass = top.reduce((sum, other) => sum + Math.exp(other.logprob), 0)
    expect(mass).toBeGreaterThan(0.98)
    expect(mass).toBeLessThan(1.000_01)
  }
})

test('a prompt without a template goes on where it ends, by text or by ids', async () => {
  const prompt = `<|im_start|>user\n${QUESTION}<|im_end|>\n<|im_start|>assistant\nThen Pia +6:`
  const greedy = { model: TINY_MODEL, temperature: 0, max_tokens: 2, logprobs: 3 }
  const byText = await ask(url, '/v1/completions', { ...greedy, prompt })
  const byIds = await ask(url, '/v1/completions', { ...greedy, prompt: tokenizer.encode(prompt) })
  const [choice] = byText.body.choices
  expect(choice?.text).toMatch(/^ ?:? ?\d/)
  expect(choice).toMatchObject({ finish_reason: 'length', logprobs: { tokens: { length: 2 } } })
  expect(byIds.body.choices[0]?.text).toBe(choice?.text)
  const strange = await ask(url, '/v1/completions', { ...greedy, prompt: [5, 512] })
  expect(strange).toMatchObject({ status: 400, body: { error: { message: 'Token id 512 is out of vocabulary' } } })
})

test('a stop string ends the writing, and nothing of it is sent', async () => {
  const stopped = await events(url, body({ stop: ['Leo'] }))
  const text = stopped.flatMap(({ choices }) => choices.map(({ delta }) => delta.content)).join('')
  expect(text).toMatch(/^\w+ Pia \+6: \d\.\n\n\w+ $/)
  expect(stopped.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason)).at(-1)).toBe('stop')
})

test('what does not fit the context is refused, and so is what cannot fit, unread', async () => {
  const long = { messages: [{ role: 'user', content: `${QUESTION} `.repeat(20) }], ...whole }
  const refused = await ask(url, '/v1/chat/completions', body(long))
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        type: 'BadRequestError',
        message: expect.stringMatching(/context length is 512 tokens.* at least 513 input tokens/),
      },
    },
  })
  const endless = { messages: [{ role: 'user', content: 'a'.repeat(3_000_000) }] }
  for (const [path, changes] of [
    ['/v1/chat/completions', body({ ...endless, ...whole })],
    ['/tokenize', endless],
  ] as const) {
    const { status, body: answer } = await ask(url, path, changes)
    expect([status, JSON.stringify(answer)]).toEqual([
      400,
      expect.stringContaining('You passed 3000000 input characters'),
    ])
  }
  const penalised = await ask(url, '/v1/chat/completions', body({ ...whole, presence_penalty: 1 }))
  expect(penalised).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('without penalties') } },
  })
})

test('tells what it serves, its tokens and its work', async () => {
  const models: unknown = await (await fetch(`${url}/v1/models`)).json()
  expect(models).toMatchObject({ data: [{ id: TINY_MODEL, owned_by: 'cges-fleet-tiny', max_model_len: 512 }] })
  const tokenized = await ask(url, '/tokenize', { prompt: 'Then Ana +4', return_token_strs: true })
  expect(tokenized.body).toMatchObject({
    tokens: tokenizer.encode('Then Ana +4'),
    token_strs: ['Then', ' Ana', ' +4'],
    max_model_len: 512,
  })
  const before = await metric(url, 'generation_tokens_total')
  const cached = await metric(url, 'prompt_tokens_cached_total')
  const { body: answer } = await ask(url, '/v1/chat/completions', body({ ...whole, seed: 77 }))
  expect(await metric(url, 'generation_tokens_total')).toBe(before + answer.usage.completion_tokens)
  const prompt = tokenizer.encode(`<|im_start|>user\n${QUESTION}<|im_end|>\n<|im_start|>assistant\n`)
  expect(await metric(url, 'prompt_tokens_cached_total')).toBe(cached + prompt.length - 1)
  expect(await metric(url, 'num_requests_running')).toBe(0)
})

test('others are answered while it writes, and a reader who leaves frees the slot', async () => {
  const controllers = Array.from({ length: 6 }, () => new AbortController())
  const left = controllers.map(async ({ signal }, seed) =>
    (await post(url, body({ seed, max_completion_tokens: 450, temperature: 2 }), signal)).text(),
  )
  const ended = Promise.allSettled(left)
  await expect.poll(() => metric(url, 'num_requests_running'), { interval: 1 }).toBe(4)
  for (const controller of controllers) controller.abort()
  expect((await ended).map(({ status }) => status)).toContain('rejected')
  await expect.poll(() => metric(url, 'num_requests_running')).toBe(0)
  expect((await ask(url, '/v1/chat/completions', body(whole))).status).toBe(200)
})

test('a character of several tokens belongs to the last of them', () => {
  const ids = tokenizer.encode('é🙂x')
  const read = tokenReader(tokenizer)
  const tokens = ids.map(read)
  expect(tokens.map(({ text }) => text).join('')).toBe('é🙂x')
  expect(tokens.flatMap(({ bytes }) => bytes ?? [])).toEqual([...Buffer.from('é🙂x')])
  expect(tokens.length).toBeGreaterThan(3)
})

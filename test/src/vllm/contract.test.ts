import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { METRIC_FAMILIES } from './metric-families.js'
import { isLacking, modelServerUnderTest, type ServerKind, type ServerUnderTest } from './model-server-under-test.js'

// What the worker relies on, checked on the simulator always, and on a real server if VLLM_URL or VLLM_PYTHON names one.
let server: ServerUnderTest

function useServer(kind: ServerKind): void {
  beforeAll(async () => {
    server = await modelServerUnderTest(kind)
  }, 900_000)

  afterAll(() => server.stop())
}

const Entry = z.object({
  token: z.string(),
  logprob: z.number().max(0),
  bytes: z.array(z.int()).nullable(),
  top_logprobs: z.array(z.unknown()).length(0),
})

const Chunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  prompt_token_ids: z.array(z.int()).min(1).nullish(),
  prompt_text: z.null().optional(),
  system_fingerprint: z.string().nullish(),
  choices: z
    .array(
      z.object({
        index: z.literal(0),
        delta: z.object({ role: z.string().nullish(), content: z.string().nullish(), reasoning: z.string().nullish() }),
        logprobs: z.object({ content: z.array(Entry) }).nullish(),
        token_ids: z.array(z.int()).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .max(1),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
})

async function contextLength(): Promise<number> {
  const models = (await (await fetch(`${server.url}/v1/models`)).json()) as { data: { max_model_len: number }[] }
  return models.data[0]?.max_model_len ?? 0
}

/** Every field the worker sends. */
function body(changes: object = {}): object {
  return {
    model: server.model,
    messages: [{ role: 'user', content: 'What is 17 + 25? Think first, then put the answer in \\boxed{}.' }],
    n: 1,
    seed: 1027,
    temperature: 0.7,
    top_p: 0.95,
    top_k: -1,
    min_p: 0,
    repetition_penalty: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    max_completion_tokens: 256,
    logprobs: true,
    top_logprobs: 0,
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
    request_id: 'trial/0/1',
    ...changes,
  }
}

function ask(body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'trial/0/1' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
}

async function running(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^vllm:num_requests_running\{[^}]*\} ([\d.]+)/m.exec(text)?.[1])
}

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

describe('completions', () => {
  useServer('plain')

  it('streams role, tokens with their log-probabilities and ids, an end, the usage, the end mark', async () => {
    const response = await ask(body())
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const events = (await response.text()).split('\n\n').filter((line) => line !== '')
    expect(events.pop()).toBe('data: [DONE]')
    const chunks = events.map((line) => Chunk.parse(JSON.parse(line.slice('data: '.length))))
    expect(chunks[0]?.prompt_token_ids?.length).toBe(chunks.at(-1)?.usage?.prompt_tokens)
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks[0]).toMatchObject({ prompt_text: null })
    expect(chunks.at(-1)?.system_fingerprint).toMatch(/^vllm-/)
    expect(chunks.at(-1)?.choices).toEqual([])
    const choices = chunks.flatMap((chunk) => chunk.choices)
    const tokens = choices.flatMap(({ logprobs }) => logprobs?.content ?? [])
    const ids = choices.flatMap(({ token_ids: some }) => some ?? [])
    expect(tokens.length).toBeGreaterThan(0)
    expect(ids).toHaveLength(tokens.length)
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(tokens.length)
    const ends = choices.filter(({ finish_reason: reason }) => reason !== null && reason !== undefined)
    expect(ends.map(({ finish_reason: reason }) => reason)).toEqual([expect.stringMatching(/^(stop|length)$/)])
  })

  it.each([
    ['a priority, which counts only where it is switched on', { priority: 3 }],
    ['more tokens than are left beside the prompt', { max_completion_tokens: 'context' }],
    ['a message of nothing', { messages: [{ role: 'user', content: '' }] }],
  ])('takes %s', async (_, changes) => {
    const context = 'max_completion_tokens' in changes ? { max_completion_tokens: await contextLength() } : {}
    const response = await ask(body({ ...changes, ...context }))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('data: [DONE]')
  })

  it('counts a chat as it will count it when it is asked', async () => {
    const { messages } = body() as { messages: unknown }
    const response = await fetch(`${server.url}/tokenize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: server.model, messages }),
    })
    const { count } = z.object({ count: z.int() }).parse(await response.json())
    const text = await (await ask(body({ max_completion_tokens: 1 }))).text()
    expect(Number(/"prompt_tokens":(\d+)/.exec(text)?.[1])).toBe(count)
  })

  it('ends at the token limit and says so', async () => {
    const text = await (await ask(body({ max_completion_tokens: 5 }))).text()
    expect(text).toContain('"finish_reason":"length"')
    expect(text).toMatch(/"completion_tokens":5\b/)
  })

  it.each([
    [{ model: 'nobody' }, 404, 'model'],
    [{ top_p: 7 }, 400, undefined],
    [{ max_completion_tokens: 99_000_000 }, 400, 'max_completion_tokens'],
    [{ max_completion_tokens: null, max_tokens: 99_000_000 }, 400, 'max_tokens'],
    [{ messages: [] }, 400, null],
  ])('refuses %j with %i in the form the client reads', async (changes, status, param) => {
    const response = await ask(body(changes))
    expect(response.status).toBe(status)
    const { error } = z
      .object({
        error: z.object({ message: z.string().min(1), type: z.string(), param: z.string().nullish(), code: z.int() }),
      })
      .parse(await response.json())
    expect(error.code).toBe(status)
    if (param !== undefined) expect(error.param).toBe(param)
  })

  it('refuses a prompt that fills the context, in tokens or by its length alone', async () => {
    const tokens = (await contextLength()) + 10
    // The simulator's tokens are words, of any length.
    const byLength = server.isSimulator ? [] : ([['a'.repeat(1000 * tokens), 'input_text']] as const)
    for (const [content, param] of [['9 '.repeat(tokens), 'input_tokens'] as const, ...byLength]) {
      const response = await ask(body({ messages: [{ role: 'user', content }] }))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { param } })
    }
  })

  it('has the metrics that dashboards and autoscalers read, by their names, labels and bounds', async () => {
    await (await ask(body({ stream: false, stream_options: null }))).text()
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const reported = Object.keys(METRIC_FAMILIES).map((name) => {
      const type = new RegExp(`^# TYPE vllm:${name} (\\w+)$`, 'm').exec(text)?.[1]
      const series = type === 'histogram' ? `${name}_count` : name
      const [, labels = ''] = new RegExp(`^vllm:${series}\\{(.*)\\} `, 'm').exec(text) ?? []
      const label = [...labels.matchAll(/(\w+)="/g)].map(([, key = '']) => key)
      const bounds = [...text.matchAll(new RegExp(`^vllm:${name}_bucket\\{.*le="([\\d.]+)"`, 'gm'))].map(([, le]) => le)
      const isFixed = METRIC_FAMILIES[name]?.bounds !== undefined
      return [name, [type, label.toSorted().join(), isFixed ? bounds.join(' ') : undefined]]
    })
    const wanted = Object.entries(METRIC_FAMILIES).map(([name, { type, label, bounds }]) => {
      const labels = ['engine', 'model_name', ...(label === undefined ? [] : [label])].toSorted()
      return [name, [type, labels.join(), bounds]]
    })
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(wanted))
    const others = [...text.matchAll(/^# TYPE vllm:(\w+) /gm)].map(([, name = '']) => name)
    if (server.isSimulator) expect(others.filter((name) => !(name in METRIC_FAMILIES))).toEqual(['cache_config_info'])
  })

  it('stops generating within a second of its reader leaving', async () => {
    const leaving = new AbortController()
    const response = await ask(body({ max_completion_tokens: 480, ignore_eos: true }), leaving.signal)
    const reader = response.body?.getReader()
    await reader?.read()
    expect(await running()).toBeGreaterThan(0)
    leaving.abort()
    await reader?.read().catch(() => undefined)
    const leftAt = performance.now()
    while ((await running()) > 0 && performance.now() - leftAt < 3000) await sleep(10)
    const tookMs = performance.now() - leftAt
    console.log(`running requests fell to 0 in ${tookMs.toFixed(0)} ms`)
    expect(tookMs).toBeLessThan(1000)
  })

  it('says how long a context it has, its version and its health', async () => {
    expect(await contextLength()).toBeGreaterThan(0)
    expect(await (await fetch(`${server.url}/version`)).json()).toMatchObject({ version: expect.any(String) })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })

  it('counts tokens', async () => {
    const request = { model: server.model, prompt: 'one two three' }
    const response = await fetch(`${server.url}/tokenize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const counted = z
      .object({ count: z.int().min(1), max_model_len: z.int(), tokens: z.array(z.int()) })
      .parse(await response.json())
    expect(counted.tokens).toHaveLength(counted.count)
  })

  it('completes a text, naming its tokens and their log-probabilities', async () => {
    const request = {
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
      body: JSON.stringify({ ...request, stream: true, stream_options: { include_usage: true } }),
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
})

const ThinkingChunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish(), reasoning: z.string().nullish() }),
      logprobs: z.object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })) }).nullish(),
      token_ids: z.array(z.int()).nullish(),
    }),
  ),
  usage: z.object({ completion_tokens: z.int() }).nullish(),
})

describe.skipIf(isLacking('thinking'))('a reasoning parser', () => {
  useServer('thinking')

  it('tells the thinking apart, and of every token its id and log-probability, also of the mark between', async () => {
    const request = {
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
      body: JSON.stringify(request),
    })
    const events = (await response.text()).split('\n\n').filter((line) => line !== '')
    expect(events.pop()).toBe('data: [DONE]')
    const chunks = events.map((line) => ThinkingChunk.parse(JSON.parse(line.slice('data: '.length))))
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
})

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

describe.skipIf(isLacking('reward'))('a reward model', () => {
  useServer('reward')

  it('gives two probabilities a step tag, in order, and counts the prompt', async () => {
    const one = 'Then Ana +4: 7.'
    const two = 'Next Ben x3: 1.'
    const response = await pool(chat(one, two, '\\boxed{1}'))
    expect(response.status).toBe(200)
    const { data, usage } = Pooled.parse(await response.json())
    const rows = data[0]?.data ?? []
    expect(rows).toHaveLength(3)
    for (const [bad, good] of rows) expect(bad + good).toBeCloseTo(1, 5)
    const request = { model: server.model, prompt: chat(one, two, '\\boxed{1}') }
    const counted = await fetch(`${server.url}/tokenize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
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
})

import { demoScenario } from '@cges-fleet/formats'
import { afterEach, expect, test } from 'vitest'
import { simulatedResponder } from './simulated/simulated-responder.js'
import { startSimulator, type Simulator, type SimulatorOptions } from './start-simulator.js'
import { chatBody, events, metric, post } from './testing/ask-simulator.js'

const scenario = demoScenario()
const prompt = `Think step by step.\n\n${scenario[0]?.question ?? ''}`
const open: Simulator[] = []

async function start(changes: Partial<SimulatorOptions> = {}): Promise<string> {
  const respond = simulatedResponder('m', scenario)
  const simulator = await startSimulator({
    model: 'm',
    respond,
    ownedBy: 'cges-fleet-simulator',
    timeScale: 0,
    ...changes,
  })
  open.push(simulator)
  return simulator.url
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()))
})

test('streams in the order vLLM does: role and prompt tokens, text with its tokens, usage, end mark', async () => {
  const all = await events(await start({ timeScale: 0.001 }), chatBody(prompt, { request_id: 'trial/0/1' }))
  const [role, ...rest] = all
  const usage = rest.pop()
  expect(role?.id).toBe('chatcmpl-trial/0/1')
  expect(role?.choices[0]).toMatchObject({ delta: { role: 'assistant', content: '' }, finish_reason: null })
  const deltas = rest.flatMap(({ choices }) => choices)
  expect(deltas.map(({ finish_reason }) => finish_reason)).toEqual([...deltas.slice(1).map(() => null), 'stop'])
  const tokens = deltas.flatMap(({ logprobs }) => logprobs?.content ?? [])
  const text = deltas.map(({ delta }) => delta.content).join('')
  expect(text).toMatch(/\\boxed\{.+\}$/)
  expect(tokens.map(({ token }) => token).join('')).toBe(`${text}<|im_end|>`)
  expect(tokens.every(({ logprob }) => logprob <= 0 && logprob > -10)).toBe(true)
  expect(deltas.flatMap(({ token_ids: ids }) => ids ?? [])).toHaveLength(tokens.length)
  expect(usage?.choices).toEqual([])
  expect(usage?.usage?.completion_tokens).toBe(tokens.length)
  expect(usage?.usage?.prompt_tokens).toBe(role?.prompt_token_ids?.length)
})

async function bytes(url: string, changes = {}): Promise<string> {
  return (await post(url, chatBody(prompt, changes))).text()
}

test('one request, one sequence of bytes, from servers that know nothing of each other; another seed, another', async () => {
  const one = await start()
  const two = await start()
  expect(await bytes(one)).toBe(await bytes(two))
  expect(await bytes(one, { seed: 5121 })).not.toBe(await bytes(one))
  expect(await bytes(one, { temperature: 0.9 })).not.toBe(await bytes(one))
  expect(await bytes(one, { temperature: 0, seed: 1 })).toContain('boxed')
})

test('a fast stream carries many tokens in an event, a slow one few', async () => {
  const instant = await events(await start(), chatBody(prompt))
  expect(instant).toHaveLength(3)
  const slower = await events(await start({ timeScale: 0.1 }), chatBody(prompt))
  expect(slower.length).toBeGreaterThan(5)
  const joined = (all: typeof slower): string =>
    all.flatMap(({ choices }) => choices.map((c) => c.delta.content)).join('')
  expect(joined(slower)).toBe(joined(instant))
})

test('the whole answer at once says the same', async () => {
  const url = await start()
  const streamed = await events(url, chatBody(prompt))
  const whole = await (await post(url, chatBody(prompt, { stream: false, stream_options: null }))).json()
  expect(whole).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: streamed[1]?.choices[0]?.delta.content }, finish_reason: 'stop' }],
    usage: streamed[2]?.usage,
  })
})

test('nothing is sent that was not asked for', async () => {
  const plain = { logprobs: false, top_logprobs: null, return_token_ids: false, stream_options: null }
  const all = await events(await start(), chatBody(prompt, plain))
  expect(all).toHaveLength(2)
  expect(all[0]).not.toHaveProperty('prompt_token_ids')
  expect(all[1]?.choices[0]).toMatchObject({ logprobs: null })
  expect(all[1]?.choices[0]).not.toHaveProperty('token_ids')
})

test.each(['max_tokens', 'max_completion_tokens'])('%s cuts the answer and says so', async (field) => {
  const body = chatBody(prompt, { max_completion_tokens: null, [field]: 7 })
  const all = await events(await start(), body)
  expect(all[1]?.choices[0]).toMatchObject({ finish_reason: 'length' })
  expect(all[1]?.choices[0]?.token_ids).toHaveLength(7)
  expect(all[2]?.usage?.completion_tokens).toBe(7)
})

test('a question nobody wrote a scenario for gets a number, always the same', async () => {
  const url = await start()
  const ask = chatBody('How many beans are in this jar?', { temperature: 0 })
  const [, one] = await events(url, ask)
  expect(one?.choices[0]?.delta.content).toMatch(/\\boxed\{\d+\}$/)
  expect((await events(url, { ...ask, seed: 99 }))[1]).toMatchObject({ choices: one?.choices })
})

test.each([
  ['{"model":', 400, 'BadRequestError', null],
  [chatBody(prompt, { model: 'other' }), 404, 'NotFoundError', 'model'],
  [chatBody(prompt, { messages: [] }), 400, 'BadRequestError', null],
  [chatBody(prompt, { top_p: 0 }), 400, 'BadRequestError', 'top_p'],
  [chatBody(prompt, { top_logprobs: 21 }), 400, 'BadRequestError', 'top_logprobs'],
  [chatBody(prompt, { stream: false }), 400, 'BadRequestError', 'stream_options'],
  [chatBody(prompt, { max_completion_tokens: 40_000 }), 400, 'BadRequestError', 'max_completion_tokens'],
  [chatBody(prompt, { max_completion_tokens: null, max_tokens: 40_000 }), 400, 'BadRequestError', 'max_tokens'],
  [chatBody('9 '.repeat(33_000)), 400, 'BadRequestError', 'input_tokens'],
])('refuses %j as vLLM does', async (body, status, ...expected) => {
  const [type, param] = expected
  const response = await post(await start(), body)
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error: { message: expect.any(String), type, param, code: status } })
})

test('says which model it serves, and that it is none', async () => {
  const url = await start({ ownedBy: 'cges-fleet-recorded', maxModelLen: 4096 })
  const models = await (await fetch(`${url}/v1/models`)).json()
  expect(models).toMatchObject({ data: [{ id: 'm', max_model_len: 4096, owned_by: 'cges-fleet-recorded' }] })
  expect(await (await fetch(`${url}/version`)).json()).toEqual({ version: 'sim-0.1.0' })
  const health = await fetch(`${url}/health`)
  expect([health.status, await health.text()]).toEqual([200, ''])
  expect((await fetch(`${url}/nowhere`)).status).toBe(404)
})

test('no more run at once than there are slots, and all are answered', async () => {
  const url = await start({ timeScale: 0.1, maxNumSeqs: 3 })
  const requests = Array.from({ length: 24 }, (_, at) => events(url, chatBody(prompt, { seed: at })))
  const seen: number[] = []
  let waited = 0
  const watching = setInterval(async () => {
    seen.push(await metric(url, 'num_requests_running'))
    waited = Math.max(waited, await metric(url, 'num_requests_waiting'))
  }, 5)
  const answered = await Promise.all(requests)
  clearInterval(watching)
  expect(answered).toHaveLength(24)
  expect(Math.max(...seen)).toBe(3)
  expect(waited).toBeGreaterThan(5)
  const tokens = answered.map((all) => all.at(-1)?.usage?.completion_tokens ?? 0).reduce((sum, count) => sum + count)
  expect(await metric(url, 'generation_tokens_total')).toBe(tokens)
  expect(await metric(url, 'num_requests_running')).toBe(0)
})

test('whoever hangs up frees a slot, and a place in the queue', async () => {
  const url = await start({ timeScale: 100, maxNumSeqs: 1 })
  const first = new AbortController()
  const second = new AbortController()
  const running = post(url, chatBody(prompt), first.signal)
  await expect.poll(() => metric(url, 'num_requests_running')).toBe(1)
  const waiting = post(url, chatBody(prompt, { seed: 2 }), second.signal)
  await expect.poll(() => metric(url, 'num_requests_waiting')).toBe(1)
  second.abort()
  await expect(waiting).rejects.toThrow()
  await expect.poll(() => metric(url, 'num_requests_waiting')).toBe(0)
  first.abort()
  await (await running.catch(() => null))?.text().catch(() => '')
  await expect.poll(() => metric(url, 'num_requests_running'), { timeout: 1000 }).toBe(0)
})

test('closing ends an answer in the middle', async () => {
  const url = await start({ timeScale: 10 })
  const running = post(url, chatBody(prompt)).then((response) => response.text())
  const ended = expect(running).rejects.toThrow()
  await expect.poll(() => metric(url, 'num_requests_running')).toBe(1)
  await open.pop()?.close()
  await ended
})

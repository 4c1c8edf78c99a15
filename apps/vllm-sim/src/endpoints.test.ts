import { demoScenario } from '@cges-fleet/formats'
import { afterEach, expect, test } from 'vitest'
import { echoResponder } from './answers/echo-responder.js'
import { simulatedStepScorer } from './reward/step-scorer.js'
import { simulatedResponder } from './simulated/simulated-responder.js'
import { startSimulator, type Simulator, type SimulatorOptions } from './start-simulator.js'
import { type Answered, ask, chatBody, events, metric, post } from './testing/ask-simulator.js'

const scenario = demoScenario()
const first = scenario[0] ?? { question: '', answer: '', distractors: [''] }
const open: Simulator[] = []

async function start(changes: Partial<SimulatorOptions> = {}): Promise<string> {
  const respond = simulatedResponder('m', scenario)
  const score = simulatedStepScorer('m', scenario)
  const options = { model: 'm', respond, score, ownedBy: 'cges-fleet-simulator', timeScale: 0, ...changes } as const
  const simulator = await startSimulator(options)
  open.push(simulator)
  return simulator.url
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()))
})

const whole = { stream: false, stream_options: null }

const chat = (url: string, changes: object) =>
  ask(url, '/v1/chat/completions', chatBody(first.question, { ...whole, ...changes }))

test('n choices are the answers of seeds in a row, streamed or not', async () => {
  const url = await start()
  const { choices } = (await chat(url, { n: 3 })).body
  expect(choices.map(({ index }) => index)).toEqual([0, 1, 2])
  for (const [child, choice] of choices.entries()) {
    const [alone] = (await chat(url, { seed: 5120 + child })).body.choices
    expect(choice.message).toEqual(alone?.message)
    expect(choice.logprobs).toEqual(alone?.logprobs)
  }
  const text = await (await post(url, chatBody(first.question, { n: 3 }))).text()
  for (const { message } of choices) expect(text).toContain(JSON.stringify(message.content))
  expect((await chat(url, { n: 2, temperature: 0 })).body).toMatchObject({ error: { param: 'n' } })
})

test('a stop string ends the text before it, keeps its tokens, and is named', async () => {
  const url = await start()
  const [plain] = (await chat(url, {})).body.choices
  const stop = (plain?.message.content ?? '').slice(40, 47)
  const [stopped] = (await chat(url, { stop: ['never', stop] })).body.choices
  expect(stopped).toMatchObject({ finish_reason: 'stop', stop_reason: stop })
  expect(stopped?.message.content).toBe(plain?.message.content?.slice(0, plain.message.content.indexOf(stop)))
  const [kept] = (await chat(url, { stop, include_stop_str_in_output: true })).body.choices
  expect(kept?.message.content).toBe(`${stopped?.message.content}${stop}`)
  const text = stopped?.logprobs.content.map(({ token }) => token).join('') ?? ''
  expect(text).toContain(stop)
  const streamed = await events(url, chatBody(first.question, { stop }))
  expect(streamed.flatMap((e) => e.choices.map((c) => c.delta.content)).join('')).toBe(stopped?.message.content)
  expect((await chat(url, { stop: '' })).status).toBe(400)
})

test('the sampled token comes first among the likeliest, and need not be the likeliest', async () => {
  const url = await start()
  let surpassed = 0
  for (let seed = 0; seed < 40; seed += 1) {
    const [choice] = (await chat(url, { seed, top_logprobs: 5 })).body.choices
    for (const entry of choice?.logprobs.content ?? []) {
      expect(entry.top_logprobs).toHaveLength(5)
      expect(entry.top_logprobs[0]).toMatchObject({ token: entry.token, logprob: entry.logprob })
      expect(entry.top_logprobs.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeLessThan(1.000_01)
      if (entry.top_logprobs.some(({ logprob }) => logprob > entry.logprob)) surpassed += 1
    }
  }
  expect(surpassed).toBeGreaterThan(0)
  expect((await chat(url, { top_logprobs: 21 })).status).toBe(400)
})

test('a completion without a template says the same in its own form', async () => {
  const url = await start()
  const body = { model: 'm', prompt: first.question, max_tokens: 8192, temperature: 0.7, top_p: 0.95, seed: 5120 }
  const { choices, usage } = (await ask(url, '/v1/completions', { ...body, logprobs: 1 })).body
  const [choice] = choices
  expect(choice?.text).toBe((await chat(url, {})).body.choices[0]?.message.content)
  expect(choice?.logprobs.tokens).toHaveLength(usage.completion_tokens)
  expect(choice?.logprobs.token_logprobs).toHaveLength(usage.completion_tokens)
  expect(Object.keys(choice?.logprobs.top_logprobs[3] ?? {})).toContain(choice?.logprobs.tokens[3])
  const offset = choice?.logprobs.text_offset[3] ?? 0
  expect(choice?.text.startsWith(choice.logprobs.tokens[3] ?? '?', offset)).toBe(true)
  const response = await fetch(`${url}/v1/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...body, stream: true }),
  })
  const streamed = (await response.text()).split('\n\n').filter((line) => line.startsWith('data: {'))
  const said = streamed.map((line) => (JSON.parse(line.slice(6)) as Answered).choices[0]?.text).join('')
  expect(said).toBe(choice?.text)
  const several = (await ask(url, '/v1/completions', { ...body, prompt: [first.question, 'What else?'], n: 2 })).body
  expect(several.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(several.choices[0]?.text).toBe(choice?.text)
  expect((await ask(url, '/v1/completions', { model: 'm', prompt: 'Hi' })).body.usage.completion_tokens).toBe(16)
  expect((await ask(url, '/v1/completions', { model: 'm', prompt: '' })).status).toBe(400)
})

test('a model that thinks keeps its thoughts apart, and has no content when it is cut while thinking', async () => {
  const url = await start({ respond: simulatedResponder('m', scenario, { thinks: true }) })
  const [choice] = (await chat(url, {})).body.choices
  expect(choice?.message.reasoning).toMatch(/Step 1/)
  expect(choice?.message.content).toMatch(/^\n\nThe .*/)
  const spelt = choice?.logprobs.content.map(({ token }) => token).join('')
  expect(spelt).toBe(`${choice?.message.reasoning}</think>${choice?.message.content}<|im_end|>`)
  const [cut] = (await chat(url, { max_completion_tokens: 12 })).body.choices
  expect(cut).toMatchObject({ finish_reason: 'length', message: { content: null } })
  expect(cut?.token_ids).toHaveLength(12)
  const body = { model: 'm', prompt: first.question, max_tokens: 8192, temperature: 0.7, top_p: 0.95, seed: 5120 }
  expect((await ask(url, '/v1/completions', body)).body.choices[0]?.text).toContain('</think>')
})

test('scores every step with a row that sums to 1, higher where the answer is right', async () => {
  const url = await start()
  const scoresOf = async (question: string, answer: string | undefined) => {
    const input = `${question}\nFirst this.<extra_0>\\boxed{${answer}}<extra_0>`
    const [one] = (await ask(url, '/pooling', { model: 'm', input, task: 'token_classify' })).body.data
    expect(one?.data).toHaveLength(2)
    for (const [bad, good] of one?.data ?? []) expect((bad ?? 0) + (good ?? 0)).toBeCloseTo(1, 9)
    return one?.data[1]?.[1] ?? Number.NaN
  }
  let wins = 0
  for (const { question, answer, distractors } of scenario.slice(0, 60)) {
    if ((await scoresOf(question, answer)) > (await scoresOf(question, distractors[0]))) wins += 1
  }
  expect(wins).toBeGreaterThan(42)
  expect(await scoresOf('x', '1')).toBe(await scoresOf('x', '1'))
  expect((await ask(url, '/pooling', { model: 'other', input: 'x<extra_0>' })).status).toBe(404)
  expect(
    (await ask(await start({ maxModelLen: 4 }), '/pooling', { input: 'one two three four five' })).body,
  ).toMatchObject({
    error: { param: 'input_tokens' },
  })
})

test('the key guards the paths vLLM guards, and no other', async () => {
  const url = await start({ apiKey: 'secret' })
  const refused = await fetch(`${url}/v1/models`)
  expect([refused.status, await refused.json()]).toEqual([401, { error: 'Unauthorized' }])
  expect((await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer secret' } })).status).toBe(200)
  for (const path of ['/health', '/version', '/metrics', '/load']) {
    expect((await fetch(`${url}${path}`)).status).toBe(200)
  }
  expect((await ask(url, '/tokenize', { prompt: 'one two' })).status).toBe(200)
})

test('lower priorities go first where they are allowed', async () => {
  const url = await start({ priorities: true, maxNumSeqs: 1, timeScale: 0.2 })
  const order: number[] = []
  const running = chat(url, { priority: 5 })
  await expect.poll(() => metric(url, 'num_requests_running')).toBe(1)
  const waiting = [3, 1, 2].map(async (priority) => {
    await chat(url, { priority })
    order.push(priority)
  })
  await Promise.all([running, ...waiting])
  expect(order).toEqual([1, 2, 3])
})

test('tells tokens and load', async () => {
  const url = await start()
  const counted = await ask(url, '/tokenize', { prompt: 'one two', return_token_strs: true })
  expect(counted.body).toMatchObject({ count: 2, max_model_len: 32_768, token_strs: ['one', ' two'] })
  const messages = [{ role: 'user', content: 'one two' }]
  expect((await ask(url, '/tokenize', { messages })).body).toMatchObject({ count: 11 })
  expect(await (await fetch(`${url}/load`)).json()).toEqual({ server_load: 0 })
})

test('echo says what it was told', async () => {
  const url = await start({ respond: echoResponder() })
  expect((await chat(url, {})).body.choices[0]?.message.content).toBe(first.question)
})

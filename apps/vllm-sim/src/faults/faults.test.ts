import { demoScenario } from '@cges-fleet/formats'
import { afterEach, expect, it, test } from 'vitest'
import { simulatedResponder } from '../simulated/simulated-responder.js'
import { type Simulator, startSimulator } from '../start-simulator.js'
import { chatBody, events, metric, post } from '../testing/ask-simulator.js'
import { FaultRule, type FaultRuleInput, FaultRules } from './fault.js'

const scenario = demoScenario()
const prompt = scenario[0]?.question ?? ''
const open: Simulator[] = []

function start(...rules: FaultRuleInput[]): Promise<string> {
  return startAt(0, ...rules)
}

async function startAt(timeScale: number, ...rules: FaultRuleInput[]): Promise<string> {
  const respond = simulatedResponder('m', scenario)
  const faults = rules.map((rule) => FaultRule.parse(rule))
  const options = { model: 'm', respond, ownedBy: 'cges-fleet-simulator', timeScale, faults } as const
  const simulator = await startSimulator(options)
  open.push(simulator)
  return simulator.url
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()))
})

async function rawText(url: string, changes = {}): Promise<string> {
  return (await post(url, chatBody(prompt, changes))).text()
}

test.each([
  [400, 'BadRequestError'],
  [404, 'NotFoundError'],
  [422, 'UnprocessableEntityError'],
  [500, 'InternalServerError'],
  [503, 'ServiceUnavailableError'],
])('status %i comes with the error vLLM sends', async (status, type) => {
  const response = await post(await start({ fault: { kind: 'status', status } }), chatBody(prompt))
  expect([response.status, await response.json()]).toMatchObject([status, { error: { type, code: status } }])
})

test('401 is a word, as it is in vLLM; a body of one’s own stands as it is', async () => {
  const refused = await post(await start({ fault: { kind: 'status', status: 401 } }), chatBody(prompt))
  expect(await refused.json()).toEqual({ error: 'Unauthorized' })
  const broken = await start({ fault: { kind: 'status', status: 502, body: 'bad gateway' } })
  expect(await rawText(broken)).toBe('"bad gateway"')
})

test('streams break where they are told to', async () => {
  expect(await rawText(await start({ fault: { kind: 'no-done' } }))).not.toContain('[DONE]')
  const ended = await rawText(await start({ fault: { kind: 'end-early', afterTokens: 4 } }))
  expect(ended).not.toMatch(/\[DONE\]|"stop"/)
  expect(ended.match(/"logprob":/g)).toHaveLength(4)
  const stream = await rawText(await start({ fault: { kind: 'error-chunk', afterTokens: 0 } }))
  expect(stream).toMatch(/"type":"InternalServerError"[^\n]*\n\ndata: \[DONE\]\n\n$/)
  expect(stream).not.toContain('"logprob":')
  const cut = await post(await start({ fault: { kind: 'cut-utf8' } }), chatBody(prompt))
  expect(new Uint8Array(await cut.arrayBuffer()).slice(-2)).toEqual(Uint8Array.of(0xe2, 0x82))
  await expect(rawText(await start({ fault: { kind: 'reset' } }))).rejects.toThrow()
  expect(await rawText(await start({ fault: { kind: 'garbage' } }))).toMatch(/"con\n\n$/)
})

test('answers change as they are told to', async () => {
  const logprobs = async (url: string) =>
    (await events(url, chatBody(prompt))).flatMap(({ choices }) =>
      choices.flatMap((choice) => choice.logprobs?.content ?? []),
    )
  expect((await logprobs(await start({ fault: { kind: 'minus-9999', token: 2 } })))[2]?.logprob).toBe(-9999)
  expect(await logprobs(await start({ fault: { kind: 'no-logprobs' } }))).toEqual([])
  expect(await rawText(await start({ fault: { kind: 'nan-in-stream' } }))).toContain('"logprob":NaN')
  const nan = await post(await start({ fault: { kind: 'nan' } }), chatBody(prompt))
  expect([nan.status, await nan.text()]).toEqual([500, expect.stringContaining('Out of range float values')])
  const finished = await events(
    await start({ fault: { kind: 'finish', reason: 'repetition', afterTokens: 5 } }),
    chatBody(prompt),
  )
  expect(finished.at(-2)?.choices[0]).toMatchObject({ finish_reason: 'repetition' })
  expect(finished.at(-1)?.usage?.completion_tokens).toBe(5)
})

const gone = (url: string) =>
  fetch(`${url}/health`).then(
    ({ status }) => status,
    (error: Error) => (error.cause as { code?: string }).code,
  )

test('an engine that dies takes all answers with it, then its server, and may come back', async () => {
  const death = { kind: 'engine-death', afterTokens: 4, endsAfterMs: 400, backAfterMs: 300 } as const
  const url = await startAt(0.5, { fault: death, nth: 3 })
  const [one, other, fatal] = await Promise.all([
    rawText(url),
    post(url, chatBody(prompt, { stream: false, stream_options: null })),
    rawText(url),
  ])
  for (const text of [one, fatal]) {
    expect(text).toMatch(/"message":"EngineCore encountered an issue[^\n]*"code":500\}\}\n\ndata: \[DONE\]\n\n$/)
    expect(text).not.toContain('"stop"')
  }
  expect(other.status).toBe(500)
  expect(await gone(url)).toBe(503)
  const refused = await post(url, chatBody(prompt))
  expect([refused.status, await refused.json()]).toMatchObject([500, { error: { type: 'InternalServerError' } }])
  await expect.poll(() => gone(url), { interval: 20 }).toBe('ECONNREFUSED')
  await expect.poll(() => gone(url), { interval: 20 }).toBe(200)
  expect(await metric(url, 'generation_tokens_total')).toBe(0)
  expect(await rawText(url)).toContain('"stop"')
})

test('a cold engine begins an answer at once and is silent until it is warm, once for all', async () => {
  const url = await start({ fault: { kind: 'cold', warmsUpMs: 2000 } })
  const began = performance.now()
  const reader = (await post(url, chatBody(prompt))).body?.getReader()
  const first = new TextDecoder().decode((await reader?.read())?.value)
  expect(first).toContain('"role":"assistant"')
  expect(first).not.toContain('"logprob":')
  expect(performance.now() - began).toBeLessThan(1900)
  const second = new TextDecoder().decode((await reader?.read())?.value)
  expect(second).toContain('"logprob":')
  expect(performance.now() - began).toBeGreaterThan(1990)
  await reader?.cancel()
  const warm = performance.now()
  expect(await rawText(url)).toContain('"stop"')
  expect(performance.now() - warm).toBeLessThan(1900)
})

test('rules are set, counted and cleared while the server runs', async () => {
  const url = await start()
  const set = (rules: FaultRuleInput[]) =>
    fetch(`${url}/admin/faults`, { method: 'POST', body: JSON.stringify({ rules }) })
  const statuses = async (count: number) => {
    const all: number[] = []
    for (let n = 0; n < count; n += 1) {
      const response = await post(url, chatBody(prompt, { request_id: `r/${n}` }))
      await response.text()
      all.push(response.status)
    }
    return all
  }
  await set([{ fault: { kind: 'status', status: 503 }, every: 2, times: 2 }])
  expect(await statuses(6)).toEqual([200, 503, 200, 503, 200, 200])
  expect(await (await fetch(`${url}/admin/faults`)).json()).toMatchObject({ rules: [{ fitted: 6, applied: 2 }] })
  await set([{ fault: { kind: 'status', status: 503 }, probability: 0.5 }])
  const drawn = await statuses(40)
  expect(drawn.filter((status) => status === 503).length).toBeGreaterThan(8)
  expect(await statuses(40)).toEqual(drawn)
  expect((await set([{ fault: { kind: 'stall', afterTokens: -1 } }])).status).toBe(400)
  await set([])
  expect(await statuses(2)).toEqual([200, 200])
  const { requests } = (await (await fetch(`${url}/admin/requests`)).json()) as { requests: object[] }
  expect(requests).toHaveLength(88)
  expect(requests[1]).toMatchObject({ number: 2, requestId: 'r/1', seed: 5120, fault: 'status', state: '503' })
  expect(requests.at(-1)).toMatchObject({ fault: null, state: 'stop' })
})

test('a rule looks at path, prompt and header, and the first that fits decides', () => {
  const request = { path: '/pooling', prompt: 'one two', requestId: 'r', headers: { 'x-team': 'a' } }
  const hang = { fault: { kind: 'hang' } } as const
  for (const [rule, fits] of [
    [{ path: '/pooling' }, true],
    [{ path: '/v1/completions' }, false],
    [{ prompt: 'two' }, true],
    [{ prompt: 'three' }, false],
    [{ header: { name: 'X-Team', value: 'a' } }, true],
    [{ header: { name: 'X-Team', value: 'b' } }, false],
    [{ nth: 2 }, false],
  ] as const) {
    const rules = new FaultRules([FaultRule.parse({ ...hang, ...rule })])
    expect(rules.pick(request)).toEqual(fits ? { kind: 'hang' } : null)
  }
})

it('answers the error a client asks for by a header, and nothing else', async () => {
  const respond = simulatedResponder('m', demoScenario())
  const simulator = await startSimulator({ model: 'm', respond, ownedBy: 'cges-fleet-simulator', timeScale: 0 })
  const requestWith = (status: string) =>
    fetch(`${simulator.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-return-error': status },
      body: JSON.stringify(chatBody('What?', { stream: false, stream_options: null })),
    })
  try {
    const refused = await requestWith('503')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { code: 503 } })
    for (const status of ['200', '99', 'soon']) expect((await requestWith(status)).status).toBe(200)
  } finally {
    await simulator.close()
  }
})

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@cges-fleet/client'
import type { Benchmark, EvaluationSpecInput } from '@cges-fleet/core'
import { ForecastEvaluation, ListPools, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined
let server: OddServer | undefined

afterEach(async () => {
  await fleet?.stop()
  await server?.close()
  fleet = server = undefined
})

const QUESTIONS = Array.from({ length: 10 }, (_, at) => ({
  id: `q${at}`,
  question: `What is 3 times ${at}?`,
  answer: '12',
}))
const TWELVE: Benchmark = {
  name: 'twelve',
  title: 'Twelve',
  origin: 'imported',
  answerKind: 'math',
  template: '{question}',
  sampling: {},
  questions: QUESTIONS,
}
const METHODS = ['sc@8', 'esc:window=4@8', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.99@8']
const SPEC: EvaluationSpecInput = { benchmark: 'twelve', pool: 'test', methods: METHODS }

/** A fleet with one worker beside such a server. */
async function beside(manners: Manners) {
  server = await startOddServer(manners)
  fleet = await TestFleet.start({ redis: null, workers: 0, worker: { MODEL_SERVER_URL: server.url } })
  await fleet.startWorker()
  await fleet.importBenchmark(TWELVE)
  const api = createClient({ url: fleet.api })
  await expect.poll(async () => found(api), { timeout: 20_000 }).not.toBeNull()
  return { fleet, server, api }
}

async function found(api: ReturnType<typeof createClient>) {
  const { pools } = await api.call(ListPools)
  const [worker] = pools[0]?.workers ?? []
  return worker?.ready === true ? worker.preflight : null
}

it('a server without log-probabilities, and with few parameters, runs what it can at no wasted call', async () => {
  const refuses = ['min_p', 'top_k', 'repetition_penalty', 'return_token_ids', 'request_id']
  const at = await beside({ logprobs: false, refuses })
  const preflight = await found(at.api)
  expect(preflight).toMatchObject({ logprobs: false, seed: 'honoured' })
  expect(preflight?.refused.toSorted()).toEqual(refuses.toSorted())
  const checked = at.server.bodies.length
  expect(checked).toBe(preflight?.requests)

  const forecast = await at.api.call(ForecastEvaluation, { body: SPEC })
  expect(forecast.setAside).toMatchObject([{ note: { kind: 'no_logprobs' } }])
  expect(forecast.methods).toHaveLength(3)
  const submitted = await at.api.call(SubmitEvaluation, { body: SPEC })
  expect(submitted.setAside).toMatchObject([{ label: METHODS[3], note: { kind: 'no_logprobs' } }])
  const ended = await at.fleet.ended(submitted.id)
  expect(ended).toMatchObject({
    status: 'done',
    trials: { closed: 10, blocked: 0 },
    samples: { drawn: 80, attempts: 80 },
  })
  expect(ended.methods.map(({ accuracy }) => accuracy?.value)).toEqual([1, 1, 1])
  expect(ended.independence).toMatchObject({ state: 'distinct', texts: 80, questions: 10 })
  const drawn = at.server.bodies.slice(checked)
  expect(drawn).toHaveLength(80)
  expect(drawn.filter((body) => refuses.some((name) => name in body))).toEqual([])
  expect(at.fleet.exits()).toEqual([])
})

it('refuses a setting that the server does not accept, and a submission of which nothing can run', async () => {
  const { api } = await beside({ logprobs: false, refuses: ['min_p'] })
  await expect(api.call(SubmitEvaluation, { body: { ...SPEC, sampling: { minP: 0.1 } } })).rejects.toThrow(
    /does not accept min_p: set minP to 0, or use another pool/,
  )
  await expect(api.call(SubmitEvaluation, { body: { ...SPEC, methods: METHODS.slice(3) } })).rejects.toThrow(
    /returns no log-probabilities, which `cges.*` needs/,
  )
})

it('a server that ignores the seed is found out beforehand, and its evaluation is paused in the first round', async () => {
  const { api, fleet: its } = await beside({ ignoresSeed: true })
  expect(await found(api)).toMatchObject({ seed: 'ignored', notes: [{ kind: 'seed_ignored' }] })
  const submitted = await api.call(SubmitEvaluation, { body: SPEC })
  expect(submitted.notes).toMatchObject([{ kind: 'seed_ignored', counts: { servers: 1 } }])
  const paused = await its.until(submitted.id, ({ status }) => status !== 'running')
  expect(paused).toMatchObject({ status: 'paused', independence: { state: 'copies' } })
  expect(paused.reason).toMatch(/one text in all their samples, although the seeds differ/)
})

/** How a model server differs from vLLM. */
interface Manners {
  /** Writes one text whatever the seed is. */
  readonly ignoresSeed?: boolean
  readonly logprobs?: boolean
  /** Parameters that it answers with 400, as strict servers do. */
  readonly refuses?: readonly string[]
}

interface OddServer {
  readonly url: string
  /** The bodies of all completions asked for, those of preflights too. */
  readonly bodies: Record<string, unknown>[]
  close(): Promise<void>
}

const WORDS = ['so', 'then', 'next', 'now', 'thus', 'first', 'again', 'also']

/** Starts a model server with such manners on a free port; it answers 12 to everything. */
async function startOddServer(manners: Manners): Promise<OddServer> {
  const bodies: Record<string, unknown>[] = []
  const http = createServer((request, response) => void answer(request, response, { manners, bodies }))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, bodies, close: () => closed(http) }
}

async function closed(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise((done) => http.close(done))
}

type At = { readonly manners: Manners; readonly bodies: Record<string, unknown>[] }

async function answer(request: IncomingMessage, response: ServerResponse, { manners, bodies }: At): Promise<void> {
  if (request.method === 'GET') {
    const models = { data: [{ id: 'odd-model', owned_by: 'somebody', max_model_len: 4096 }] }
    return send(response, 200, request.url === '/v1/models' ? models : {})
  }
  if (request.url !== '/v1/chat/completions') return send(response, 404, {})
  let text = ''
  for await (const piece of request) text += String(piece)
  const body = JSON.parse(text) as Record<string, unknown>
  bodies.push(body)
  const refused = manners.refuses?.find((name) => name in body)
  if (refused !== undefined) {
    return send(response, 400, { error: { message: `Unrecognized request argument supplied: ${refused}` } })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const tokens = textFor(manners.ignoresSeed === true ? 0 : Number(body['seed'])).split(/(?<= )/)
  for (const token of tokens) event(response, { choices: [choice(token, manners.logprobs ?? true)] })
  event(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  event(response, { choices: [], usage: { prompt_tokens: 20, completion_tokens: tokens.length } })
  response.end('data: [DONE]\n\n')
}

function textFor(seed: number): string {
  const words = Array.from({ length: 12 }, (_, at) => WORDS[(Math.floor(seed / 7 ** (at % 6)) + at) % WORDS.length])
  return `${words.join(' ')} we see it. The answer is 12.`
}

function choice(token: string, hasLogprobs: boolean): object {
  const entry = {
    token,
    logprob: -0.5,
    top_logprobs: [
      { token, logprob: -0.5 },
      { token: 'x', logprob: -1.5 },
    ],
  }
  return { index: 0, delta: { content: token }, ...(hasLogprobs ? { logprobs: { content: [entry] } } : {}) }
}

function event(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

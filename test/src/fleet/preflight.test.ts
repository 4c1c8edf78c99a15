import { createClient } from '@cges-fleet/client'
import type { Benchmark, EvaluationSpecInput } from '@cges-fleet/core'
import { ForecastEvaluation, ListPools, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { DOCUMENTED, type Quirks, type OddServer, startOddServer } from './odd-server.js'
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
async function fleetWith(quirks: Quirks) {
  server = await startOddServer(quirks)
  fleet = await TestFleet.start({ redis: null, workers: 0, worker: { MODEL_SERVER_URL: server.url } })
  await fleet.startWorker()
  await fleet.importBenchmark(TWELVE)
  const api = createClient({ url: fleet.api })
  await expect.poll(async () => found(api), { timeout: 90_000 }).not.toBeNull()
  return { fleet, server, api }
}

async function found(api: ReturnType<typeof createClient>) {
  const { pools } = await api.call(ListPools)
  const [worker] = pools[0]?.workers ?? []
  return worker?.ready === true ? worker.preflight : null
}

it('a server without log-probabilities, and with few parameters, runs what it can at no wasted call', async () => {
  const refuses = ['min_p', 'top_k', 'repetition_penalty', 'return_token_ids', 'request_id']
  const at = await fleetWith({ logprobs: false, refuses })
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
  const { api } = await fleetWith({ logprobs: false, refuses: ['min_p'] })
  await expect(api.call(SubmitEvaluation, { body: { ...SPEC, sampling: { minP: 0.1 } } })).rejects.toThrow(
    /does not accept min_p: set minP to 0, or use another pool/,
  )
  await expect(api.call(SubmitEvaluation, { body: { ...SPEC, methods: METHODS.slice(3) } })).rejects.toThrow(
    /returns no log-probabilities, which `cges.*` needs/,
  )
})

it('a server that ignores the seed is found out beforehand, and its evaluation is paused in the first round', async () => {
  const { api, fleet: its } = await fleetWith({ ignoresSeed: true })
  expect(await found(api)).toMatchObject({ seed: 'ignored', notes: [{ kind: 'seed_ignored' }] })
  const submitted = await api.call(SubmitEvaluation, { body: SPEC })
  expect(submitted.notes).toMatchObject([{ kind: 'seed_ignored', counts: { servers: 1 } }])
  const paused = await its.until(submitted.id, ({ status }) => status !== 'running')
  expect(paused).toMatchObject({ status: 'paused', independence: { state: 'copies' } })
  expect(paused.reason).toMatchObject({ kind: 'copies' })
})

/** What each leaves out of its requests, and how it names the limit of an answer. */
const DIALECTS = {
  sglang: {
    top: true,
    seed: 'not_repeatable',
    refused: ['return_token_ids', 'request_id'],
    limit: 'max_completion_tokens',
  },
  tgi: {
    top: false,
    seed: 'honoured',
    refused: ['top_k', 'min_p', 'repetition_penalty', 'top_logprobs'],
    limit: 'max_tokens',
  },
  ollama: { top: true, seed: 'honoured', refused: ['top_k', 'min_p', 'repetition_penalty', 'n'], limit: 'max_tokens' },
} as const satisfies Record<keyof typeof DOCUMENTED, object>

/** One of them at every gate. */
const DOCUMENTED_ENGINES = (Object.keys(DOCUMENTED) as (keyof typeof DOCUMENTED)[]).slice(
  0,
  IS_AT_LENGTH ? undefined : 1,
)

it.each(DOCUMENTED_ENGINES)(
  'a server that answers as the documentation of %s says finishes an evaluation',
  async (engine) => {
    const at = await fleetWith({ engine })
    const { top, seed, refused, limit } = DIALECTS[engine]
    const preflight = await found(at.api)
    expect(preflight).toMatchObject({ engine, logprobs: true, topLogprobs: top, seed })
    expect(preflight?.refused).toEqual(expect.arrayContaining([...refused]))
    const before = at.server.bodies.length
    const ended = await at.fleet.ended((await at.api.call(SubmitEvaluation, { body: SPEC })).id)
    expect(ended).toMatchObject({ status: 'done', setAside: [], trials: { closed: 10, blocked: 0 } })
    expect(ended.methods.map(({ accuracy }) => accuracy?.value)).toEqual([1, 1, 1, 1])
    const drawn = at.server.bodies.slice(before)
    expect(drawn.filter((body) => refused.some((name) => name in body))).toEqual([])
    expect(drawn.every((body) => typeof body[limit] === 'number')).toBe(true)
  },
)

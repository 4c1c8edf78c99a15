import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@cges-fleet/client'
import type { EvaluationView } from '@cges-fleet/core'
import { ExtendEvaluation, GetComparison, JudgeComparison, SubmitSuite } from '@cges-fleet/core/contract'
import { counterBenchmark } from '@cges-fleet/tiny-llama'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { spawnApp, type RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

const RECORDED_FILE = fileURLToPath(new URL('../../../packages/tiny-llama/recording.jsonl.gz', import.meta.url))
/** The tiny model, answers it once gave, and one that does not know the questions, the slowest. */
const MODELS = {
  tiny: { MODE: 'tiny' },
  recorded: { MODE: 'recorded', RECORDED_FILE, MODEL: 'tiny-recorded', TIME_SCALE: '0' },
  guesses: { MODE: 'simulated', MODEL: 'guesses', TIME_SCALE: '0.3' },
} as const
type Model = keyof typeof MODELS

const METHODS = ['sc@1']
const QUESTIONS = 200

let fleet: TestFleet
const servers: RunningApp[] = []
let ended: ReadonlyMap<Model, EvaluationView>

beforeAll(async () => {
  fleet = await TestFleet.start({ redis: inject('redis'), workers: 0, concurrency: 8 })
  for (const [pool, settings] of Object.entries(MODELS)) {
    const server = await spawnApp('vllm-sim', { PORT: '0', ...settings })
    servers.push(server)
    await fleet.startWorker({ POOL: pool, MODEL_SERVER_URL: server.listening })
  }
  await fleet.importBenchmark(counterBenchmark())
  const body = {
    suite: 'models',
    benchmarks: ['counter'],
    pools: Object.keys(MODELS),
    methods: METHODS,
    questions: QUESTIONS,
    seed: 4,
    lookahead: 'off' as const,
    until: { models: 'sc@1', margin: 20 },
  }
  const { evaluations } = await createClient({ url: fleet.api }).call(SubmitSuite, { body })
  const views = evaluations.map(async ({ id, pool }) => [pool as Model, await fleet.ended(id)] as const)
  ended = new Map(await Promise.all(views))
}, 120_000)

afterAll(async () => {
  await fleet?.stop()
  for (const server of servers) await server.kill('SIGKILL')
})

const of = (model: Model): EvaluationView => {
  const view = ended.get(model)
  if (view === undefined) throw new Error(`no evaluation of ${model}`)
  return view
}

it('drops the model that is worse early', () => {
  const { status, reason, digest, until, trials, samples, methods } = of('guesses')
  expect({ status, reason: reason?.kind, digest }).toEqual({ status: 'decided', reason: 'decided', digest: null })
  expect(until?.look?.decisions.map(({ outcome }) => outcome)).toContain('better')
  expect(until?.look?.closed).toBeLessThan(QUESTIONS / 2)
  expect(trials.closed).toBeLessThan(QUESTIONS / 2)
  expect(samples.drawn).toBeLessThan(QUESTIONS / 2)
  expect(methods[0]?.live).toMatchObject({ decided: true })
})

it('goes on with the others until they are level, without waiting for the one that was dropped', () => {
  const beaten = of('guesses').until?.look?.closed ?? QUESTIONS
  const others = [of('tiny'), of('recorded')]
  for (const { trials, until } of others) {
    expect(trials.closed).toBeGreaterThan(beaten)
    // The faster one may have come to its last question before the other had closed enough.
    const { decisions = [] } = until?.look ?? {}
    for (const { outcome } of decisions) expect(outcome).toBe('close')
  }
  expect(others.map(({ status }) => status)).toContain('decided')
})

it('tells its figures apart from those of a whole run: limits for all questions, and no test', async () => {
  const client = createClient({ url: fleet.api })
  const query = { suite: 'models', with: 'base' as const, base: of('guesses').id }
  const { pairs } = await client.call(GetComparison, { query })
  expect(pairs.map(({ state }) => state)).toEqual(['early', 'early'])
  for (const { early, paired } of pairs) {
    expect(paired).toBeNull()
    expect(early?.accuracy.low).toBeGreaterThan(0.2)
    expect(early?.closed).toBeLessThan(QUESTIONS / 2)
  }
  expect((await client.call(JudgeComparison, { query })).pairs).toEqual([])
})

it('goes on once it is extended, to what a whole run gives', async () => {
  const { id, trials } = of('guesses')
  await createClient({ url: fleet.api }).call(ExtendEvaluation, { path: { id }, body: {} })
  const extended = await fleet.ended(id)
  expect(extended).toMatchObject({ status: 'done', trials: { closed: QUESTIONS }, samples: { drawn: QUESTIONS } })
  expect(trials.closed).toBeLessThan(QUESTIONS)
  const whole = await fleet.submit({
    benchmark: 'counter',
    pool: 'guesses',
    methods: METHODS,
    questions: QUESTIONS,
    seed: 4,
  })
  expect((await fleet.ended(whole.id)).digest).toBe(extended.digest)
})

it('answers the request of docs/gateway.md as that page shows', async () => {
  const page = readFileSync(new URL('../../../docs/gateway.md', import.meta.url), 'utf8')
  const [, body = ''] = /^curl [^]*? -d '([^']*)'/mu.exec(page) ?? []
  const [, shown = ''] = /^```json\n("cges": [^]*?)\n```/mu.exec(page) ?? []
  const gateway = await fleet.startGateway()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${gateway.listening}/v1/chat/completions`, { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject(JSON.parse(`{${shown}}`))
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@cges-fleet/client'
import type { Benchmark } from '@cges-fleet/core'
import { ListPools, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { type OddServer, startOddServer } from './odd-server.js'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined
let server: OddServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'cges-hosted-'))

afterEach(async () => {
  await fleet?.stop()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const HOSTED: Benchmark = {
  name: 'hosted',
  title: 'Hosted',
  origin: 'imported',
  answerKind: 'math',
  template: '{question}',
  sampling: {},
  questions: Array.from({ length: 5 }, (_, at) => ({ id: `q${at}`, question: `Three times ${at}?`, answer: '12' })),
}

/** Everything that OpenAI's own API does not know, and the seed besides. */
const REFUSES = ['min_p', 'top_k', 'repetition_penalty', 'return_token_ids', 'request_id', 'seed']
const METHODS = ['sc@8', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.99@8']

it('finishes on a hosted API that wants a key, limits requests, knows few parameters and gives no log-probabilities', async () => {
  server = await startOddServer({ logprobs: false, refuses: REFUSES, key: 'sk-secret', perSecond: 4 })
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, 'sk-secret\n')
  fleet = await TestFleet.start({ redis: null, workers: 0 })
  const its = { MODEL_SERVER_URL: server.url, MODEL_SERVER_KEY_FILE: keyFile, MODEL_NAME: 'another-model' }
  await fleet.startWorker({ ...its, GPUS: '0', MAX_DELIVERIES: '2' })
  await fleet.importBenchmark(HOSTED)
  const api = createClient({ url: fleet.api })
  const { pools } = await api.call(ListPools)
  expect(pools).toMatchObject([
    { model: 'another-model', promise: { engine: 'openai-compatible', logprobs: false, seed: 'refused' } },
  ])

  const { id } = await api.call(SubmitEvaluation, { body: { benchmark: 'hosted', pool: 'test', methods: METHODS } })
  const ended = await fleet.ended(id)
  expect(ended).toMatchObject({
    status: 'done',
    trials: { closed: 5, blocked: 0 },
    samples: { drawn: 40, attempts: 40 },
  })
  expect(ended.setAside).toMatchObject([{ label: METHODS[2], note: { kind: 'no_logprobs' } }])
  expect(ended.methods.map(({ accuracy }) => accuracy?.value)).toEqual([1, 1])
  expect(ended.independence).toMatchObject({ state: 'distinct', texts: 40 })
  expect(server.limited()).toBeGreaterThan(0)
  const drawn = server.bodies.slice(-40)
  expect(drawn.every((body) => body['model'] === 'another-model')).toBe(true)
  expect(drawn.filter((body) => REFUSES.some((name) => name in body))).toEqual([])
  expect(await fleet.sql(`SELECT sum(gpu_ms)::float8 AS ms, sum(unclear_faults)::int AS unclear FROM sample`)).toEqual([
    { ms: 0, unclear: 0 },
  ])
  expect(fleet.exits()).toEqual([])
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'

const WORKER = fileURLToPath(new URL('../../../apps/worker/bundle/main.js', import.meta.url))
const ended: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function started(options: { workers: number; rewards?: boolean; worker?: Record<string, string> }) {
  const fleet = await TestFleet.start({ redis: null, ...options })
  ended.push(() => fleet.stop())
  return fleet
}

async function server(variables: Record<string, string> = {}): Promise<RunningApp> {
  const app = await spawnApp('vllm-sim', { PORT: '0', MODE: 'simulated', MODEL: 'simulated-model', ...variables })
  ended.push(() => app.kill('SIGKILL'))
  return app
}

/** Starts a worker that is not to draw, and gives the reason it says. */
async function refusal(fleet: TestFleet, variables: Record<string, string>): Promise<string> {
  const stores = { DATABASE_URL: fleet.database.url, POOL: 'test', HEARTBEAT_MS: '500' }
  const child = fork(WORKER, {
    env: { ...process.env, ...stores, ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  ended.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  let drawing = false
  child.on('message', () => (drawing = true))
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => drawing || said.includes('is not drawing'), { timeout: 90_000 }).toBe(true)
  expect(drawing).toBe(false)
  return said
}

it('lets no worker of another revision into a pool, nor one with other rewards', async () => {
  const fleet = await started({ workers: 1, rewards: true, worker: { MODEL_REVISION: 'abc' } })
  const { pools } = (await (await fetch(`${fleet.api}${pathOf(ListPools)}`)).json()) as { pools: object[] }
  expect(pools).toMatchObject([{ name: 'test', revision: 'abc', rewardModel: 'reward-model@last' }])
  const done = await fleet.ended((await fleet.submit({ methods: ['sc@1'], questions: 2 })).id)
  expect(done.status).toBe('done')
  const engines = await fleet.sql<{ engine: string }>(`SELECT DISTINCT engine FROM sample WHERE evaluation_id = $1`, [
    done.id,
  ])
  expect(engines).toEqual([{ engine: expect.stringContaining('simulated-model@abc ') }])
  const MODEL_SERVER_URL = (await server()).listening
  const same = { MODEL_SERVER_URL, MODEL_REVISION: 'abc' }
  expect(await refusal(fleet, { MODEL_SERVER_URL, MODEL_REVISION: 'def' })).toMatch(
    /serves revision def of simulated-model, but pool test promises revision abc/,
  )
  expect(await refusal(fleet, same)).toMatch(/has no reward model, but pool test has reward-model@last/)
  const other = await server({ MODEL: 'other-rewards' })
  expect(await refusal(fleet, { ...same, REWARD_SERVER_URL: other.listening })).toMatch(/has other-rewards@last, but/)
  const drawn = await fleet.sql(`SELECT 1 FROM worker WHERE ready`)
  expect(drawn).toHaveLength(1)
})

it('holds workers to what an operator promised for the pool', async () => {
  const fleet = await started({ workers: 0 })
  const run = cges(['pool', 'promise', 'test', '--model', 'm', '--revision', 'abc', '--api', fleet.api])
  expect(await run.code).toBe(0)
  expect(run.out()).toBe('Pool test promises m, revision abc.\n')
  const { listening: MODEL_SERVER_URL } = await server({ MODEL: 'm' })
  expect(await refusal(fleet, { MODEL_SERVER_URL, MODEL_REVISION: 'abc' })).toMatch(
    /serves m \(simulated\), but pool test is for m \(model\)/,
  )
})

it('refuses a simulated reward beside a model of its own', async () => {
  const fleet = await started({ workers: 0 })
  const model = await server({ MODEL: 'm' })
  const passesForReal = await unlabelled(model.listening)
  const { listening: REWARD_SERVER_URL } = await server({ MODEL: 'reward-model' })
  expect(await refusal(fleet, { MODEL_SERVER_URL: passesForReal, REWARD_SERVER_URL })).toMatch(
    /REWARD_SERVER_URL is a simulator, but the model is not/,
  )
  expect(await fleet.sql(`SELECT 1 FROM pool`)).toEqual([])
})

it('draws from one engine alone, and from no server that offers less than the first', async () => {
  const fleet = await started({ workers: 0 })
  const { listening } = await server()
  await fleet.startWorker({ MODEL_SERVER_URL: await unlabelled(listening) })
  const promised = { engine: 'vllm', logprobs: true, topLogprobs: true }
  const list = cges(['pool', 'list', '--api', fleet.api])
  expect(await list.code).toBe(0)
  expect(list.out()).toContain('promises vLLM: log-probabilities, top tokens, seed honoured in three short requests')
  expect(await fleet.sql(`SELECT promise FROM pool`)).toMatchObject([{ promise: promised }])

  const another = { MODEL_SERVER_URL: await unlabelled(listening, ['cges-fleet-simulator', 'sglang']) }
  expect(await refusal(fleet, another)).toMatch(/is SGLang, but pool test draws from vLLM: set POOL to another name/)
  const less = {
    MODEL_SERVER_URL: await unlabelled(listening, ['cges-fleet-simulator', 'vllm'], ['"logprob":', '"l":']),
  }
  expect(await refusal(fleet, less)).toMatch(/returns no log-probabilities, but pool test promises it/)
  expect(await fleet.sql(`SELECT promise FROM pool`)).toMatchObject([{ promise: promised }])
})

const VLLM_OWNS = ['cges-fleet-simulator', 'vllm'] as const

type Change = readonly [from: string, to: string]

/** A server whose list of models says vLLM owns them, in front of one that says it simulates; `changes` say otherwise. */
async function unlabelled(url: string, ...changes: readonly Change[]): Promise<string> {
  const front = createServer((request, response) => void passOn(request, response).catch(() => response.destroy()))
  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = request
    const sent = method === 'GET' ? {} : { body: await text(request), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${url}${request.url}`, { method, ...sent })
    const said = (changes.length === 0 ? [VLLM_OWNS] : changes).reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      await answer.text(),
    )
    const type = answer.headers.get('content-type') ?? headers['content-type'] ?? 'text/plain'
    response.writeHead(answer.status, { 'content-type': type }).end(said)
  }
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  ended.push(async () => void front.close())
  const address = front.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

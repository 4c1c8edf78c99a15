import { demoScenario } from '@cges-fleet/formats'
import { afterEach, expect, test } from 'vitest'
import { loadFactor } from './play.js'
import { simulatedResponder } from './simulated/simulated-responder.js'
import { startSimulator, type Simulator, type SimulatorOptions } from './start-simulator.js'
import { ask, chatBody, metric, post } from './testing/ask-simulator.js'

const scenario = demoScenario()
const prompt = scenario[0]?.question ?? ''
const open: Simulator[] = []

async function start(changes: Partial<SimulatorOptions>): Promise<string> {
  const respond = simulatedResponder('m', scenario)
  const served = { model: 'm', respond, ownedBy: 'cges-fleet-simulator', timeScale: 0.02, maxModelLen: 1024 } as const
  const simulator = await startSimulator({ ...served, ...changes })
  open.push(simulator)
  return simulator.url
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()))
})

const seeds = Array.from({ length: 24 }, (_, seed) => seed)
const drawn = (url: string, changes = {}): Promise<string[]> =>
  Promise.all(
    seeds.map(async (seed) =>
      (await post(url, chatBody(prompt, { seed, max_completion_tokens: 512, ...changes }))).text(),
    ),
  )

test.for([true, false])(
  'a cache too small for all preempts, and changes no byte of an answer (streamed: %s)',
  async (stream) => {
    const changes = stream ? {} : { stream, stream_options: undefined }
    const slow = { timeScale: 0.1 }
    const roomy = await start(slow)
    const tight = await start({ ...slow, kvCacheTokens: 1100 })
    const used: number[] = []
    const watching = setInterval(async () => used.push(await metric(tight, 'kv_cache_usage_perc')), 5)
    const answers = await drawn(tight, changes)
    clearInterval(watching)
    expect(answers).toEqual(await drawn(roomy, changes))
    expect(await metric(roomy, 'num_preemptions_total')).toBe(0)
    expect(await metric(tight, 'num_preemptions_total')).toBeGreaterThan(0)
    expect(await metric(tight, 'request_num_preemptions_sum')).toBe(await metric(tight, 'num_preemptions_total'))
    expect(Math.max(...used)).toBeGreaterThan(0.5)
    expect(Math.max(...used)).toBeLessThanOrEqual(1)
    for (const gauge of ['kv_cache_usage_perc', 'num_requests_running', 'num_requests_waiting'])
      await expect.poll(() => metric(tight, gauge)).toBe(0)
  },
)

test('whoever hangs up while preempted waits no longer', async () => {
  const url = await start({ timeScale: 1, kvCacheTokens: 1024 })
  const leaving = seeds.map((seed) => {
    const gone = new AbortController()
    void post(url, chatBody(prompt, { seed, max_completion_tokens: 512 }), gone.signal)
      .then((response) => response.text())
      .catch(() => '')
    return gone
  })
  await expect.poll(() => metric(url, 'num_preemptions_total'), { timeout: 20_000 }).toBeGreaterThan(0)
  for (const gone of leaving) gone.abort()
  for (const gauge of ['kv_cache_usage_perc', 'num_requests_running', 'num_requests_waiting'])
    await expect.poll(() => metric(url, gauge), { timeout: 5000 }).toBe(0)
})

test('an answer of full length fits into the cache, or the server does not start', async () => {
  await expect(start({ kvCacheTokens: 1023 })).rejects.toThrow(/1023 tokens holds no answer of max-model-len 1024/)
  const url = await start({ kvCacheTokens: 1024 })
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('num_gpu_blocks="64"')
})

test('tokens take longer the more choices run', async () => {
  expect([1, 2, 3, 4, 5].map((running) => loadFactor(running, 5, 3))).toEqual([1, 1.5, 2, 2.5, 3])
  expect(loadFactor(1, 1, 3)).toBe(1)
  const timeScale = 0.01
  const fullLoadFactor = 20
  const url = await start({ timeScale, fullLoadFactor, maxNumSeqs: 4 })
  const body = chatBody(prompt, { stream: false, stream_options: undefined, n: 4, max_completion_tokens: 512 })
  const startedAt = performance.now()
  const { body: answered } = await ask(url, '/v1/chat/completions', body)
  // Until the shortest ends, all four run; a timer is never early.
  const shortest = Math.min(...answered.choices.map(({ token_ids: ids }) => ids.length))
  expect(performance.now() - startedAt).toBeGreaterThan(0.95 * shortest * 12 * timeScale * fullLoadFactor)
})

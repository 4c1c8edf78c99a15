import { demoScenario } from '@cges-fleet/formats'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatedResponder } from '../simulated/simulated-responder.js'
import { startSimulator, type Simulator } from '../start-simulator.js'
import { ask, chatBody, events, metric, post } from '../testing/ask-simulator.js'

const scenario = demoScenario()
const prompt = scenario[0]?.question ?? ''
const whole = { stream: false, stream_options: null }

let server: Simulator

beforeEach(async () => {
  const respond = simulatedResponder('m', scenario)
  server = await startSimulator({ model: 'm', respond, ownedBy: 'cges-fleet-simulator', timeScale: 0.1, maxNumSeqs: 2 })
})

afterEach(() => server.close())

/** Every sample of /metrics by its full name with labels, without the two labels that all have. */
async function scraped(): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^vllm:(.*) (\S+)$/.exec(line.replace('engine="0",model_name="m"', '')) ?? []
      return [name.replace('{,', '{').replace('{}', ''), Number(value)]
    }),
  )
}

test('counts what clients saw', async () => {
  const streamed = await Promise.all([1, 2, 3].map((seed) => events(server.url, chatBody(prompt, { seed }))))
  const cut = await events(server.url, chatBody(prompt, { max_completion_tokens: 5 }))
  const { body: two } = await ask(server.url, '/v1/chat/completions', chatBody(prompt, { ...whole, n: 2 }))
  const usages = [...streamed, cut].map((all) => all.at(-1)?.usage)
  const tokens = usages.reduce((sum, usage) => sum + (usage?.completion_tokens ?? 0), two.usage.completion_tokens)
  const promptTokens = 6 * (usages[0]?.prompt_tokens ?? 0)
  const metrics = await scraped()
  const of = (name: string): number => metrics.get(name) ?? Number.NaN
  expect(of('request_success_total{finished_reason="stop"}')).toBe(5)
  expect(of('request_success_total{finished_reason="length"}')).toBe(1)
  expect(of('generation_tokens_total')).toBe(tokens)
  expect(of('request_generation_tokens_sum')).toBe(tokens)
  expect(of('prompt_tokens_total')).toBe(promptTokens)
  const cached = of('prompt_tokens_by_source_total{source="local_cache_hit"}')
  expect(cached).toBeGreaterThan(0)
  expect(cached).toBe(of('prefix_cache_hits_total'))
  expect(cached + of('prompt_tokens_by_source_total{source="local_compute"}')).toBe(promptTokens)
  expect(of('request_prefill_kv_computed_tokens_sum')).toBe(promptTokens - cached)
  expect([of('request_params_n_count'), of('request_params_n_sum')]).toEqual([5, 6])
  const longest = Math.max(...two.choices.map(({ token_ids: ids }) => ids.length))
  const others = tokens - two.usage.completion_tokens
  expect(of('request_max_num_generation_tokens_sum')).toBe(others + longest)
  expect(of('request_params_max_tokens_sum')).toBe(5 * 8192 + 5)
  expect(of('request_params_max_tokens_bucket{le="5.0"}')).toBe(1)
  expect(of('engine_sleep_state{sleep_state="awake"}')).toBe(1)
  expect([of('num_requests_running'), of('num_requests_waiting'), of('kv_cache_usage_perc')]).toEqual([0, 0, 0])
})

test('times what clients waited for, and its stages add up', async () => {
  const began = performance.now()
  const reader = (await post(server.url, chatBody(prompt))).body?.getReader()
  let text = ''
  while (!text.includes('"logprob":')) text += new TextDecoder().decode((await reader?.read())?.value)
  const firstSeconds = (performance.now() - began) / 1000
  // Available at once, while the answer is still being written.
  expect(await metric(server.url, 'time_to_first_token_seconds_count')).toBe(1)
  expect(await metric(server.url, 'request_success_total')).toBe(0)
  const first = await metric(server.url, 'time_to_first_token_seconds_sum')
  expect(first).toBeGreaterThan(0.0025)
  expect(first).toBeLessThanOrEqual(firstSeconds)
  while ((await reader?.read())?.done === false);
  const allSeconds = (performance.now() - began) / 1000
  const metrics = await scraped()
  const sum = (name: string): number => metrics.get(`${name}_sum`) ?? Number.NaN
  const latency = sum('e2e_request_latency_seconds')
  expect(latency).toBeLessThanOrEqual(allSeconds)
  expect(latency).toBeGreaterThan(first)
  expect(sum('request_queue_time_seconds') + sum('request_inference_time_seconds')).toBeCloseTo(latency, 6)
  expect(sum('request_queue_time_seconds') + sum('request_prefill_time_seconds')).toBeCloseTo(first, 6)
  expect(sum('request_prefill_time_seconds') + sum('request_decode_time_seconds')).toBeCloseTo(
    sum('request_inference_time_seconds'),
    6,
  )
  expect(sum('inter_token_latency_seconds')).toBeLessThanOrEqual(latency - first)
  expect(sum('inter_token_latency_seconds')).toBeGreaterThan(0.8 * (latency - first))
})

test('is spelt as Prometheus reads it, with vLLM’s names and bounds', async () => {
  await events(server.url, chatBody(prompt))
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const metrics = await scraped()
  for (const name of Object.keys(Object.fromEntries(metrics)).filter((each) => each.endsWith('_count'))) {
    const family = name.replace(/_count$/, '')
    expect(text).toContain(`# TYPE vllm:${family} histogram\n`)
    const buckets = [...metrics].filter(([key]) => key.startsWith(`${family}_bucket{`)).map(([, value]) => value)
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
    expect(buckets.at(-1)).toBe(metrics.get(name))
  }
  expect(text.match(/^# HELP/gm)).toHaveLength(text.match(/^# TYPE/gm)?.length ?? 0)
  expect(metrics.has('e2e_request_latency_seconds_bucket{le="1.0"}')).toBe(true)
  expect(metrics.has('request_prompt_tokens_bucket{le="20000.0"}')).toBe(true)
  expect(metrics.has('request_prompt_tokens_bucket{le="50000.0"}')).toBe(false)
  // It has no engine steps to count tokens by.
  expect(text).not.toContain('iteration_tokens')
})

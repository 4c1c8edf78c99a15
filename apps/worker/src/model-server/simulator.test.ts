import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findAnswer } from '@cges-fleet/answers'
import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { demoBenchmark, renderPrompt } from '@cges-fleet/formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawSample } from './draw-sample.js'
import type { Finished } from './drawn.js'
import { openModelServer, type ModelServer } from './model-server.js'
import { probeModelServer } from './probe-model-server.js'
import type { SampleRequest } from './completion-request.js'

const simulator = fileURLToPath(new URL('../../../vllm-sim/dist/main.js', import.meta.url))
const benchmark = demoBenchmark()
const never = new AbortController().signal

function requestFor(question: number, seed: number): SampleRequest {
  const found = benchmark.questions[question % benchmark.questions.length]
  if (found === undefined) throw new Error('the benchmark is empty')
  const prompt = renderPrompt(benchmark, found)
  const sampling = { ...DEFAULT_SAMPLING, maxTokens: 8192 }
  return { requestId: `${question}/${seed}/1`, model: 'm', prompt, seed, sampling, context: null, deadlineMs: 20_000 }
}

describe.skipIf(!existsSync(simulator))('against the simulator (skipped where it is not built)', () => {
  let child: ChildProcess
  let model: ModelServer

  beforeAll(async () => {
    child = fork(simulator, [], { env: { PORT: '0', MODEL: 'm', TIME_SCALE: '0' }, silent: true })
    const [message] = await once(child, 'message')
    model = openModelServer({ url: String((message as { listening: unknown }).listening), concurrency: 8 })
  })

  afterAll(async () => {
    await model.close()
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  async function draw(question: number, seed: number): Promise<Finished> {
    const drawn = await drawSample(model, requestFor(question, seed), new AbortController().signal)
    if (drawn.kind !== 'finished') throw new Error(JSON.stringify(drawn))
    return drawn
  }

  test('the probe knows it for what it is', async () => {
    const known = { model: 'm', maxModelLen: 32_768, version: 'sim-0.1.0' }
    const facts = { ...known, provenance: 'simulated', inventsAnswers: true }
    expect(await probeModelServer(model)).toEqual(facts)
  })

  test('answers come whole, with one log-probability and one id for every token', async () => {
    const drawn = await Promise.all(Array.from({ length: 240 }, (_, at) => draw(at, 1024 * at)))
    for (const one of drawn) {
      expect(one.finish).toBe('stop')
      expect(one.logprobs).toHaveLength(one.completionTokens)
      expect(one.tokenIds).toHaveLength(one.completionTokens)
      expect(one.promptTokens).toBeGreaterThan(20)
    }
    const right = drawn.filter(
      ({ text }, at) => findAnswer('text', text)?.answer === benchmark.questions[at]?.answer,
    ).length
    expect(right / 240).toBeGreaterThan(0.6)
    expect(right / 240).toBeLessThan(0.88)
  })

  async function finished(endpoint: 'chat' | 'text', changes: Partial<SampleRequest>): Promise<Finished> {
    const drawn = await drawSample({ ...model, endpoint }, { ...requestFor(3, 7), ...changes }, never)
    if (drawn.kind !== 'finished') throw new Error(JSON.stringify(drawn))
    return drawn
  }

  test('the likeliest tokens tell at every token, through either endpoint, where they are asked for', async () => {
    for (const endpoint of ['chat', 'text'] as const) {
      const { certainties, completionTokens } = await finished(endpoint, { topLogprobs: 20 })
      expect(certainties).toHaveLength(completionTokens)
      expect(Math.max(...(certainties ?? []))).toBeGreaterThan(Math.min(...(certainties ?? [])))
      expect((await finished(endpoint, {})).certainties).toBeNull()
    }
  })

  test('the same sample, drawn again, is the same', async () => {
    const times = { ttftMs: 0, totalMs: 0 }
    expect({ ...(await draw(3, 77)), ...times }).toEqual({ ...(await draw(3, 77)), ...times })
  })

  test('without a chat template, with alternatives, the same answer comes in one form', async () => {
    const text = openModelServer({ url: model.url, concurrency: 1, endpoint: 'text', topLogprobs: 3 })
    const drawn = await drawSample(text, requestFor(5, 9), never)
    const { text: said, logprobs, tokens, finish } = await draw(5, 9)
    expect(drawn).toMatchObject({ kind: 'finished', text: said, logprobs, tokens, finish })
    if (drawn.kind === 'finished') expect(drawn.tokenIds).toHaveLength(drawn.completionTokens)
    await text.close()
  })

  test('a wrong model is told apart from a wrong request', async () => {
    const other = { ...requestFor(0, 0), model: 'other' }
    expect(await drawSample(model, other, never)).toMatchObject({ kind: 'misconfigured' })
    const { sampling, ...rest } = requestFor(0, 0)
    const tooLong = { ...rest, sampling: { ...sampling, maxTokens: 32_769 } }
    expect(await drawSample(model, tooLong, never)).toMatchObject({ kind: 'rejected', status: 400 })
  })

  test.each(['chat', 'text'] as const)(
    'a %s answer gets what the context leaves beside its prompt',
    async (endpoint) => {
      const server = openModelServer({ url: model.url, concurrency: 1, endpoint })
      const { sampling, ...rest } = requestFor(0, 0)
      const request = { ...rest, sampling: { ...sampling, maxTokens: 32_768 }, context: 32_768 }
      const drawn = await drawSample(server, request, never)
      expect(drawn).toMatchObject({ kind: 'finished', finish: 'stop' })
      if (drawn.kind !== 'finished') return
      const short = await drawSample(server, { ...request, context: drawn.promptTokens + 5 }, never)
      expect(short).toMatchObject({ finish: 'length', completionTokens: 5 })
      await server.close()
    },
  )
})

describe.skipIf(!existsSync(simulator)).each([
  ['the simulator', { MODE: 'simulated', TIME_SCALE: '1' }],
  ['a real model', { MODE: 'tiny' }],
])('a draw from %s that nobody needs any more', (_, settings) => {
  test(
    'ends within a tenth of a second with the tokens it had, and the server writes no more of it',
    { retry: 3 },
    async () => {
      const child = fork(simulator, [], { env: { PORT: '0', MODEL: 'm', ...settings }, silent: true })
      const [message] = await once(child, 'message')
      const { listening: url } = message as { listening: string }
      const model = openModelServer({ url, concurrency: 1 })
      const controller = new AbortController()
      let abortedAt = Infinity
      const generated = (tokens: number) => {
        if (tokens === 0 || controller.signal.aborted) return
        abortedAt = performance.now()
        controller.abort('no longer needed')
      }
      const request = { ...requestFor(0, 7), sampling: { ...DEFAULT_SAMPLING, maxTokens: 100 }, generated }
      const drawn = await drawSample(model, request, controller.signal)
      expect(performance.now() - abortedAt).toBeLessThan(100)
      expect(drawn).toMatchObject({ kind: 'aborted', completionTokens: expect.any(Number) })
      expect(drawn).not.toMatchObject({ completionTokens: 0 })
      const metric = async (name: string) => {
        const text = await (await fetch(`${url}/metrics`)).text()
        return Number(new RegExp(`^vllm:${name}(?:\\{[^}]*\\})? (\\d+)`, 'm').exec(text)?.[1])
      }
      await expect.poll(() => metric('num_requests_running')).toBe(0)
      const written = await metric('generation_tokens_total')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await metric('generation_tokens_total')).toBe(written)
      await model.close()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  )
})

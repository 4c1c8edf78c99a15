import type { ScalingRule } from '@cges-fleet/core'
import { createClient } from '@cges-fleet/client'
import { GetQueueDepth } from '@cges-fleet/core/contract'
import OpenAI from 'openai'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { Autoscaler, CONCURRENCY, QUICK_RULE } from './autoscaled-fleet.js'

const RULE: ScalingRule = { ...QUICK_RULE, maxReplicas: 2, cooldownSeconds: 1 }

let fleet: TestFleet | undefined
let autoscaler: Autoscaler | undefined

afterEach(async () => {
  await autoscaler?.stop()
  await fleet?.stop()
})

it('starts a worker for a request to a pool that has none, and answers it', async () => {
  const simulator = { UNKNOWN_QUESTIONS: 'make-up' }
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    concurrency: CONCURRENCY,
    timeScale: 0.1,
    drainMs: 100,
    simulator,
  })
  const gateway = await fleet.startGateway()
  autoscaler = new Autoscaler(fleet, RULE, { lookEveryMs: 250, graceMs: 120_000 })
  autoscaler.start()
  await expect.poll(() => autoscaler?.actual, { timeout: 120_000 }).toBe(0)
  const api = createClient({ url: fleet.api })
  const depth = async () => (await api.call(GetQueueDepth, { path: { pool: 'test' } })).depth
  expect(await depth()).toBe(0)
  const ask = (maxRetries: number) =>
    new OpenAI({ baseURL: `${gateway.listening}/v1`, apiKey: 'none', maxRetries }).chat.completions.create({
      model: 'test@sc@8',
      messages: [{ role: 'user', content: 'What is 3 times 7? Give the number.' }],
    })
  const refused: unknown = await ask(0).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await depth()).toBe(1)
  expect(await ask(10)).toMatchObject({ cges: { calls: 8 } })
  expect(Math.max(...autoscaler.timeline.slice(-20).map(({ actual }) => actual))).toBeGreaterThan(0)
})

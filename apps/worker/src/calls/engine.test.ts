import { expect, it, vi } from 'vitest'
import { four, model, server, useScriptedServer } from '../model-server/testing/scripted-draws.js'
import { answers, sends } from '../model-server/testing/start-scripted-server.js'
import { done, end, role, usage } from '../model-server/testing/wire.js'
import { Engine } from './engine.js'

useScriptedServer()

const LOOK_MS = 20

const models = (id: string) => JSON.stringify({ data: [{ id, owned_by: 'vllm', max_model_len: 4096 }] })

/** Serves a model that answers every request with the same tokens. */
function serve(id: string): void {
  const answer = sends(role, four, end('stop'), usage(2), done)
  server.script = (response, one) => {
    if (one.path === '/v1/models') return answers(200, models(id))(response, one)
    return one.path.startsWith('/v1/') ? answer(response, one) : answers(404, '')(response, one)
  }
}

const looks = () => server.seen.filter(({ path }) => path === '/v1/models').length

/** An engine whose worker is idle or not, and what it tells the worker. */
function watched(isIdle: () => boolean) {
  const troubles: (string | null)[] = []
  const accepted: string[] = []
  const worker = {
    accept: async (facts: { model: string }) => void accepted.push(facts.model),
    checking: () => {},
    checked: async () => {},
    changed: (trouble: string | null) => void troubles.push(trouble),
    isIdle,
  }
  const engine = new Engine(model, worker, { LOGPROBS_MODE: 'raw_logprobs', MODEL_REVISION: undefined }, LOOK_MS)
  return { engine, troubles, accepted }
}

it('finds that a server nobody draws from has gone, and that it is back', async () => {
  serve('m')
  const { engine, troubles } = watched(() => true)
  engine.start()
  await vi.waitFor(() => expect(troubles).toEqual([null]), { timeout: 20_000 })
  server.script = answers(503, '')
  await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 20_000 })
  expect(troubles[1]).toContain('answered 503')
  serve('m')
  await vi.waitFor(() => expect(troubles.at(-1)).toBeNull(), { timeout: 20_000 })
  engine.stop()
})

it('finds that a server nobody draws from serves another model now', async () => {
  serve('m')
  const { engine, troubles, accepted } = watched(() => true)
  engine.start()
  await vi.waitFor(() => expect(troubles).toEqual([null]), { timeout: 20_000 })
  serve('another')
  await vi.waitFor(() => expect(accepted).toContain('another'), { timeout: 20_000 })
  engine.stop()
})

it('leaves a server alone while calls are in flight, whose fate shows how it is', async () => {
  serve('m')
  const { engine, troubles } = watched(() => false)
  engine.start()
  await vi.waitFor(() => expect(troubles).toEqual([null]), { timeout: 20_000 })
  const before = looks()
  await new Promise((resolve) => setTimeout(resolve, 10 * LOOK_MS))
  expect(looks()).toBe(before)
  engine.stop()
})

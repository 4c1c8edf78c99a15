import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerRoom } from './completion-request.js'
import { drawSample } from './draw-sample.js'
import { type ModelServer, openModelServer } from './model-server.js'
import { answers, type ScriptedServer, startScriptedServer } from './testing/start-scripted-server.js'

let server: ScriptedServer
let model: ModelServer

beforeEach(async () => {
  server = await startScriptedServer()
  model = openModelServer({ url: server.url, concurrency: 2 })
})

afterEach(async () => {
  await model.close()
  await server.close()
})

const request = {
  requestId: 'trial-1/3/2',
  model: 'm',
  prompt: 'What is 2 + 2?',
  seed: 1027,
  sampling: { ...DEFAULT_SAMPLING, maxTokens: 4096 },
  deadlineMs: 20_000,
}

function room(context: number | null): Promise<number> {
  return answerRoom(model, { ...request, context }, new AbortController().signal)
}

test('asks nobody where no context is known, or the prompt fits by its bytes alone', async () => {
  expect([await room(null), await room(4096 + 1024 + request.prompt.length)]).toEqual([4096, 4096])
  expect(server.seen).toHaveLength(0)
})

test('gives what the context leaves beside the prompt', async () => {
  server.script = answers(200, '{"count":110,"max_model_len":4096,"tokens":[]}')
  expect(await room(4096)).toBe(4096 - 110)
  expect(await room(4206)).toBe(4096)
  expect(server.seen[0]?.path).toBe('/tokenize')
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: request.prompt }],
  })
})

test('counts functions that are offered, and calls made earlier, as parts of the prompt', async () => {
  server.script = answers(200, '{"count":900}')
  const tools = [{ type: 'function', function: { name: 'f', description: 'x'.repeat(2000) } }]
  const call = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const messages = [{ role: 'assistant' as const, content: '', tool_calls: [call] }]
  const offered = { ...request, prompt: '', messages, extra: { tools }, context: 4096 + 1024 + 500 }
  expect(await answerRoom(model, offered, new AbortController().signal)).toBe(4096)
  expect(JSON.parse(server.seen[0]?.body ?? '{}')).toEqual({ model: 'm', messages, tools })
})

test('sends a prompt that fills the context, for the server to say so', async () => {
  server.script = answers(200, '{"count":4097}')
  expect(await room(4096)).toBe(1)
})

test.each([
  ['knows no such path', 404, '{"detail":"Not Found"}'],
  ['fails', 500, ''],
  ['tells no count', 200, '{"count":"many"}'],
])('asks a server that %s for all that was wanted', async (_, status, body) => {
  server.script = answers(status, body)
  expect(await room(4096)).toBe(4096)
})

test('leaves a count that no answer came to for another try: without it, the server would refuse the request for good', async () => {
  server.script = (response) => response.destroy()
  await expect(room(4096)).rejects.toThrow(/other side closed|ECONNRESET|socket hang up/)
  const drawn = await drawSample(model, { ...request, context: 4096 }, new AbortController().signal)
  expect(drawn).toMatchObject({ kind: 'fault', what: 'connection', when: 'before_first_byte' })
})

import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { drawSample } from './draw-sample.js'
import { openModelServer } from './model-server.js'
import { probeModelServer } from './probe-model-server.js'
import { draw, drawFinished, four, model, never, request, server, useScriptedServer } from './testing/scripted-draws.js'
import { answers, sends, write } from './testing/start-scripted-server.js'
import { done, end, role, usage } from './testing/wire.js'

useScriptedServer()

const tooLong = `{"error":{"message":"You passed 9 input tokens","type":"BadRequestError","param":"input_tokens","code":400}}`
const noModel =
  '{"error":{"message":"The model `m` does not exist.","type":"NotFoundError","param":"model","code":404}}'

test.each([
  [400, tooLong, { kind: 'rejected', status: 400 }],
  [422, '{"error":{"message":"no","type":"UnprocessableEntityError","param":null,"code":422}}', { kind: 'rejected' }],
  [404, '{"error":{"message":"gone","type":"NotFoundError","param":"x","code":404}}', { kind: 'rejected' }],
  [413, 'too large', { kind: 'rejected', status: 413 }],
  [404, noModel, { kind: 'misconfigured' }],
  [404, '{"detail":"Not Found"}', { kind: 'misconfigured' }],
  [401, '{"error":"Unauthorized"}', { kind: 'misconfigured' }],
  [307, '', { kind: 'misconfigured' }],
  [429, '{"error":{"message":"You exceeded your quota.","code":"insufficient_quota"}}', { kind: 'misconfigured' }],
  [500, '{"error":{"message":"Out of range float values","code":500}}', { kind: 'fault', when: 'before_first_byte' }],
  [503, '', { kind: 'fault', when: 'before_first_byte' }],
])('HTTP %i %s', async (status, body, expected) => {
  server.script = answers(status, body)
  expect(await draw()).toMatchObject(expected)
})

test('a request that the rate limit refuses is sent again, and is no fault', async () => {
  server.script = (response, one) => {
    if (server.seen.length > 2) return sends(role, four, end('stop'), usage(2), done)(response, one)
    response.writeHead(429, { 'retry-after-ms': '5' }).end('slow down')
  }
  expect(await draw()).toMatchObject({ kind: 'finished', finish: 'stop' })
  expect(server.seen).toHaveLength(3)
})

test('what the server said is kept for people', async () => {
  server.script = answers(400, tooLong)
  expect(await draw()).toMatchObject({ message: expect.stringContaining('You passed 9 input tokens') })
})

const abortEnd = end('abort')
const errorChunk = '{"error":{"message":"engine died","type":"InternalServerError","param":null,"code":500}}'

test.each<[string, string[], string]>([
  ['abort', [abortEnd, usage(0), done], 'server_gave_up'],
  ['an error chunk', [errorChunk, done], 'mid_stream'],
  ['finish_reason error', [end('error'), done], 'mid_stream'],
  ['an end without a finish_reason', [], 'mid_stream'],
  ['an event that is no chunk', ['{"choices":'], 'mid_stream'],
])('%s inside a 200 is a fault, placed by whether a token came', async (_, tail, later) => {
  server.script = sends(role, ...tail)
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'before_first_byte' })
  server.script = sends(role, four, ...tail)
  expect(await draw()).toMatchObject({ kind: 'fault', when: later })
})

const engineDied =
  '{"error":{"message":"EngineCore encountered an issue. See stack trace (above) for the root cause.","type":"InternalServerError","param":null,"code":500}}'

test('an answer that broke off because the engine died is the fault of the server', async () => {
  server.script = (response, one) =>
    one.path === '/health' ? answers(503, '')(response, one) : sends(role, four, engineDied, done)(response, one)
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'server_gave_up' })
  await expect(probeModelServer(model)).rejects.toThrow()
})

test('so is one that broke off because the whole server ended', async () => {
  server.script = (response) => {
    write(response, [role, four])
    setTimeout(() => {
      server.http.close()
      server.http.closeAllConnections()
    }, 20)
  }
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'server_gave_up' })
})

test.each([
  ['more than an answer can have', Buffer.alloc(22_000_000, ':')],
  ['bytes that are not UTF-8', Buffer.from([0xc3, 0x28])],
])('an answer whose end was seen is whole, though the server goes on with %s', async (_, rest) => {
  server.script = (response) => {
    write(response, [role, four, end('stop'), usage(2)])
    response.end(rest)
  }
  expect(await draw()).toMatchObject({ kind: 'finished', finish: 'stop', completionTokens: 2 })
})

test('a reset before and after the first token', async () => {
  server.script = (response) => response.destroy()
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'before_first_byte' })
  server.script = (response) => {
    write(response, [role, four])
    setTimeout(() => response.destroy(), 20)
  }
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'mid_stream' })
})

test('silence before and after the first token', async () => {
  server.script = (response) => write(response, [role])
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'before_first_byte' })
  server.script = (response) => write(response, [role, four])
  expect(await draw()).toMatchObject({ kind: 'fault', when: 'mid_stream' })
})

test('nobody listening', async () => {
  const dead = openModelServer({ url: server.url, concurrency: 1 })
  await server.close()
  expect(await drawSample(dead, request, never)).toMatchObject({ kind: 'fault', when: 'before_first_byte' })
  await expect(probeModelServer(dead)).rejects.toThrow(/No model server answers at http:.*Start it/)
  await dead.close()
})

test('the time limit truncates what has begun, and is a fault before that', async () => {
  server.script = (response) => write(response, [role, four])
  const drawn = await draw({ deadlineMs: 600 })
  expect(drawn).toMatchObject({ kind: 'finished', finish: 'length', text: '\\boxed{4}', completionTokens: 2 })
  server.script = (response) => write(response, [role])
  expect(await draw({ deadlineMs: 600 })).toMatchObject({ kind: 'fault', when: 'before_first_byte' })
})

test("the caller's signal ends the request, before it, in it, and the server sees the connection go", async () => {
  server.script = (response) => write(response, [role, four])
  const controller = new AbortController()
  const gone = new Promise<void>((resolve) => {
    server.http.once('request', (_, response: ServerResponse) => response.once('close', resolve))
  })
  setTimeout(() => controller.abort(), 50)
  const aborted = { kind: 'aborted' }
  expect(await draw({}, controller.signal)).toEqual({ ...aborted, promptTokens: 5, completionTokens: 2 })
  await gone
  expect(await draw({}, controller.signal)).toEqual({ ...aborted, promptTokens: null, completionTokens: null })
  expect(server.seen).toHaveLength(1)
})

test('answers follow one another on no more connections than there are slots, and one', async () => {
  server.script = sends(role, four, end('stop'), usage(2), done)
  let connections = 0
  server.http.on('connection', () => (connections += 1))
  for (let round = 0; round < 12; round += 1) await drawFinished()
  expect(connections).toBeLessThanOrEqual(3)
})

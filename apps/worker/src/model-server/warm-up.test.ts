import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawSample } from './draw-sample.js'
import type { Drawn } from './drawn.js'
import { openModelServer, type ModelServer } from './open-model-server.js'
import { sends, startScriptedServer, write, type ScriptedServer } from './testing/start-scripted-server.js'
import { delta, done, end, role, usage } from './testing/wire.js'

const IDLE_MS = 200
const answer = [delta('"content":"4"', [-0.1], [52]), end('stop'), usage(1), done]

let server: ScriptedServer
let model: ModelServer

beforeEach(async () => {
  server = await startScriptedServer()
  model = openModelServer({
    url: server.url,
    concurrency: 4,
    headersTimeoutMs: IDLE_MS,
    idleTimeoutMs: IDLE_MS,
    warmUpMs: 20_000,
  })
})

afterEach(async () => {
  await model.close()
  await server.close()
})

function draw(): Promise<Drawn> {
  const request = { requestId: 'r', model: 'm', prompt: 'What is 2 + 2?', seed: 1, context: null, deadlineMs: 60_000 }
  return drawSample(model, { ...request, sampling: DEFAULT_SAMPLING }, new AbortController().signal)
}

test.each(['before the response', 'after the role'])('a first answer may be late, silent %s', async (when) => {
  server.script = (response) => {
    if (when === 'after the role') write(response, [role])
    setTimeout(() => {
      write(response, when === 'after the role' ? answer : [role, ...answer])
      response.end()
    }, 4 * IDLE_MS)
  }
  expect(await draw()).toMatchObject({ kind: 'finished', text: '4' })
})

test('once one has come, silence is a fault again, for those that were asked before it too', async () => {
  server.script = (response) => write(response, [role])
  const silent = draw()
  await sleep(2 * IDLE_MS)
  server.script = sends(role, ...answer)
  expect(await draw()).toMatchObject({ kind: 'finished' })
  const fault = { kind: 'fault', when: 'before_first_byte', message: expect.stringContaining('silent for') }
  expect(await silent).toMatchObject(fault)
})

test('a server that has come back has to warm up again', async () => {
  server.script = sends(role, ...answer)
  await draw()
  model.warmUp.begin()
  expect(model.silenceMs(true)).toBe(20_000)
})

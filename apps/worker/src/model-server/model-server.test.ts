import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { drawSample } from './draw-sample.js'
import type { Drawn } from './drawn.js'
import { GpuMeter, type GpuUse, type ModelServer, openModelServer } from './model-server.js'
import { type ScriptedServer, sends, startScriptedServer, write } from './testing/start-scripted-server.js'
import { delta, done, end, role, usage } from './testing/wire.js'

function metered(gpus = 1) {
  const clock = { ms: 0 }
  return { clock, meter: new GpuMeter(gpus, () => clock.ms) }
}

it('gives a request alone all the time it took, times the GPUs', () => {
  const { clock, meter } = metered(4)
  clock.ms = 5000
  const use = meter.begin()
  clock.ms = 6500
  use.generated(10)
  clock.ms = 7000
  expect(use.end()).toBe(8000)
  clock.ms = 9000
  expect(use.end()).toBe(8000)
})

it('splits time by the tokens that came in it, and evenly while none come', () => {
  const { clock, meter } = metered()
  const slow = meter.begin()
  const fast = meter.begin()
  clock.ms = 100
  slow.generated(10)
  fast.generated(30)
  clock.ms = 1000
  slow.generated(10)
  // The first 1,000 ms: 10 of 40 tokens and 30 of 40. The next 1,000: none.
  clock.ms = 2000
  expect(slow.end()).toBeCloseTo(250 + 500, 9)
  expect(fast.end()).toBeCloseTo(750 + 500, 9)
})

it('hands out just the time in which a request was running, whatever happens in which order', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 0, max: 900 }),
    do: fc.constantFrom('begin', 'tokens', 'end'),
    which: fc.nat(9),
    tokens: fc.nat(50),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, meter } = metered(2)
      const open: { use: GpuUse; tokens: number }[] = []
      let busyMs = 0
      let usedMs = 0
      const end = (at: number) => {
        const ended = open.splice(at, 1)[0]?.use.end() ?? 0
        expect(ended).toBeGreaterThanOrEqual(0)
        usedMs += ended
      }
      for (const { afterMs, do: act, which, tokens } of steps) {
        clock.ms += afterMs
        if (open.length > 0) busyMs += afterMs
        const chosen = open[which % Math.max(1, open.length)]
        if (act === 'begin') open.push({ use: meter.begin(), tokens: 0 })
        else if (chosen !== undefined && act === 'tokens') chosen.use.generated((chosen.tokens += tokens))
        else if (chosen !== undefined) end(open.indexOf(chosen))
      }
      while (open.length > 0) end(0)
      expect(usedMs).toBeCloseTo(2 * busyMs, 6)
    }),
  )
})

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

import type { ServerResponse } from 'node:http'
import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scoreResponse } from '../reward/reward-scorer.js'
import { answerRoom } from './completion-request.js'
import { drawSample } from './draw-sample.js'
import { openModelServer, type ModelServer } from './model-server.js'
import { probeModelServer } from './probe-model-server.js'
import { startScriptedServer, type ScriptedServer } from './testing/start-scripted-server.js'
import { delta } from './testing/wire.js'

const MEGABYTE = 1 << 20
const WHOLE_MEGABYTES = 600
const AT_ONCE = 4

let server: ScriptedServer
let model: ModelServer
/** How many megabytes of each response the server could write before the worker had enough. */
let written: number[]

beforeEach(async () => {
  server = await startScriptedServer()
  model = openModelServer({ url: server.url, concurrency: AT_ONCE })
  written = []
})

afterEach(async () => {
  await model.close()
  await server.close()
})

const never = new AbortController().signal
const request = {
  requestId: 'trial-1/3/2',
  model: 'm',
  prompt: 'What is 2 + 2?',
  seed: 1027,
  sampling: { ...DEFAULT_SAMPLING, maxTokens: 4096 },
  context: null,
  deadlineMs: 60_000,
}
const draw = () => drawSample(model, request, never)

/** Answers with 600 MB of one block, as fast as they are read. */
function sendsEndlessly(status: number, block: Buffer, before = ''): void {
  server.script = (response) => {
    const place = written.push(0) - 1
    response.writeHead(status, { 'content-type': 'text/plain' }).write(before || ' ')
    pour(response, block, (megabytes) => (written[place] = megabytes))
  }
}

function pour(response: ServerResponse, block: Buffer, tell: (megabytes: number) => void): void {
  let bytes = 0
  const more = (): void => {
    while (bytes < WHOLE_MEGABYTES * MEGABYTE && !response.destroyed) {
      bytes += block.length
      tell(bytes / MEGABYTE)
      if (!response.write(block)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

const letters = Buffer.alloc(MEGABYTE, 'x')

/** What the work took: of the connection at most, and of memory. */
async function measured<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage.rss()
  const results = await Promise.all(Array.from({ length: AT_ONCE }, work))
  const grownMegabytes = (process.memoryUsage.rss() - before) / MEGABYTE
  return { results, grownMegabytes, mostRead: Math.max(...written) }
}

test('four error bodies of 600 MB at once are read to their beginning', async () => {
  sendsEndlessly(500, letters)
  const { results, grownMegabytes, mostRead } = await measured(draw)
  for (const drawn of results) {
    expect(drawn).toMatchObject({
      kind: 'fault',
      what: 'refusal',
      message: expect.stringMatching(/answered 500: x{2000}$/),
    })
  }
  expect(mostRead).toBeLessThan(20)
  expect(grownMegabytes).toBeLessThan(100)
})

test.each([
  ['a probe', () => probeModelServer(model).catch((error: Error) => error.message), /without a list of models/],
  [
    'a score',
    () => scoreResponse(model, { ...request, input: { text: 'x', steps: 2 } }, never),
    /something other than rows/,
  ],
  ['a count', () => answerRoom(model, { ...request, context: 4096 }, never), /^4096$/],
])('%s reads no more than it can need', async (_, ask, expected) => {
  sendsEndlessly(200, letters)
  const { results, mostRead } = await measured(ask as () => Promise<unknown>)
  for (const result of results) expect(JSON.stringify(result)).toMatch(expected)
  expect(mostRead).toBeLessThan(40)
})

test('a stream that ignores its token limit is left at its limit and a little', async () => {
  const event = Buffer.from(`data: ${delta('"content":" word"', [-0.1], [7])}\n\n`)
  sendsEndlessly(200, Buffer.concat(Array.from({ length: 1000 }, () => event)))
  const { results, mostRead } = await measured(draw)
  for (const drawn of results) {
    expect(drawn).toMatchObject({ kind: 'finished', finish: 'length', completionTokens: 4096 + 64 + 1 })
  }
  expect(mostRead).toBeLessThan(20)
})

test.each([
  ['one event', 'data: '],
  ['one object', '{"choices":"'],
])('a response that is %s without end is a fault', async (_, before) => {
  sendsEndlessly(200, letters, before)
  const { results, mostRead } = await measured(draw)
  for (const drawn of results) expect(drawn).toMatchObject({ kind: 'fault', when: 'mid_stream', what: 'too_long' })
  expect(mostRead).toBeLessThan(60)
})

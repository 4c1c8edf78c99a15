import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { afterEach, describe, expect, test } from 'vitest'
import { parseResponse } from '../samples/parse-response.js'
import { drawSample } from './draw-sample.js'
import { openModelServer, type ModelServer } from './model-server.js'

const simulator = fileURLToPath(new URL('../../../vllm-sim/dist/main.js', import.meta.url))
const TOKENS = 32_000
const prompt = ' think'.repeat(TOKENS).trimStart()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let child: ChildProcess | undefined
let model: ModelServer | undefined

afterEach(async () => {
  await model?.close()
  child?.kill('SIGKILL')
  child = undefined
})

/** A server that echoes the prompt: a long prompt makes a long answer. */
async function start(timeScale: string): Promise<ModelServer> {
  const env = { PORT: '0', MODEL: 'm', MODE: 'echo', MAX_MODEL_LEN: '100000', TIME_SCALE: timeScale }
  child = fork(simulator, [], { env, silent: true })
  const [message] = await once(child, 'message')
  model = openModelServer({ url: String((message as { listening: unknown }).listening), concurrency: 4 })
  return model
}

/** The longest CPU time between two turns of the event loop, in ms: unaffected by other load on the machine. */
function watchTurns(): () => number {
  let longest = 0
  let last = process.cpuUsage()
  const look = () => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  const timer = setInterval(look, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function draw(server: ModelServer, seed: number): Promise<number> {
  const sampling = { ...DEFAULT_SAMPLING, maxTokens: 40_000 }
  const request = { requestId: `long/${seed}`, model: 'm', prompt, seed, sampling, context: null, deadlineMs: 60_000 }
  const drawn = await drawSample(server, request, new AbortController().signal)
  if (drawn.kind !== 'finished' || drawn.logprobs === null) throw new Error(JSON.stringify(drawn).slice(0, 300))
  // The worker processes it on the same loop.
  const read = parseResponse(drawn, { kind: 'math', paper: false, choices: undefined, engine: null })
  expect(read.signals).not.toBeNull()
  return drawn.logprobs.length
}

describe.skipIf(!existsSync(simulator))('an answer of 32,000 tokens (skipped where the simulator is not built)', () => {
  test.each([
    ['0', 'thousands of tokens an event'],
    ['0.004', 'hundreds of tokens an event'],
  ])('at time scale %s, %s, neither stalls the process nor stays in its memory', async (timeScale) => {
    const server = await start(timeScale)
    await draw(server, 0)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    const turns: number[] = []
    for (let seed = 0; seed < 3; seed += 1) {
      const endTurns = watchTurns()
      expect(await draw(server, seed)).toBe(TOKENS + 1)
      turns.push(endTurns())
    }
    collectGarbage()
    const grownMb = (process.memoryUsage().heapUsed - before) / 2 ** 20
    const longest = turns.toSorted((one, other) => one - other).map((ms) => ms.toFixed(1))
    console.log(`longest turn of each answer ${longest.join(', ')} ms of CPU; heap ${grownMb.toFixed(1)} MB`)
    // The client's own cost recurs in every answer; garbage collection adds to one or another.
    expect(Math.min(...turns)).toBeLessThan(50)
    expect(grownMb).toBeLessThan(5)
  })
})

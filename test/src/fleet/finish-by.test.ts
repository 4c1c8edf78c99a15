import type { EvaluationView } from '@cges-fleet/core'
import { counterBenchmark } from '@cges-fleet/tiny-llama'
import { afterEach, expect, inject, it } from 'vitest'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'
import { spawnApp, type RunningApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

const QUESTIONS = 4
const SPEC = { benchmark: 'counter', pool: 'far', methods: ['asc-beta@24'], questions: QUESTIONS, seed: 2 }
/** There and back it is twice as long: a sample takes as long as on a large model, and the processors are idle meanwhile. */
const AWAY_MS = 100

let fleet: TestFleet | undefined
let server: RunningApp | undefined
let network: FaultProxy | undefined

afterEach(async () => {
  await fleet?.stop()
  await network?.close()
  await server?.kill('SIGKILL')
})

/** How many draws of one question, at most, each began after the one before had ended: what its time is made of, on any machine. */
async function waitsOf(fleetOf: TestFleet, id: string): Promise<number> {
  const draws = await fleetOf.sql<{ trial: string; began: number; ended: number }>(DRAWS, [id])
  const last = new Map<string, { waits: number; ended: number }>()
  for (const { trial, began, ended } of draws) {
    const chain = last.get(trial) ?? { waits: 0, ended: 0 }
    if (began >= chain.ended) last.set(trial, { waits: chain.waits + 1, ended })
  }
  return Math.max(...[...last.values()].map(({ waits }) => waits))
}

const DRAWS = `
SELECT k.trial_id AS trial, extract(epoch FROM l.started_at)::float8 AS began, extract(epoch FROM l.ended_at)::float8 AS ended
FROM call k JOIN call_ledger l ON l.call_id = k.id WHERE k.evaluation_id = $1 ORDER BY l.ended_at`

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const callsOf = ({ methods }: EvaluationView) => methods.map(({ key, calls }) => [key, calls])

it('trades calls for time as the time comes near at which it is wanted, and calls alone while that is far (the tiny model)', async () => {
  server = await spawnApp('vllm-sim', { PORT: '0', MODE: 'tiny' })
  network = await FaultProxy.start({ host: '127.0.0.1', port: Number(new URL(server.listening).port) })
  const url = `http://127.0.0.1:${network.port}`
  const of = (fleet = await TestFleet.start({ redis: inject('redis'), workers: 0, concurrency: 32 }))
  await of.startWorker({ POOL: 'far', MODEL_SERVER_URL: url })
  await of.importBenchmark(counterBenchmark())
  network.delay(AWAY_MS)
  const run = async (changes: { finishBy?: string }) => of.ended((await of.submit({ ...SPEC, ...changes })).id)

  const whenever = await run({})
  const tomorrow = await run({ finishBy: inSeconds(86_400) })
  const now = await run({ finishBy: inSeconds(1) })

  expect(whenever).toMatchObject({
    status: 'done',
    trials: { closed: QUESTIONS, blocked: 0 },
    samples: { extra: null },
  })
  // Far off it draws what is certain to be needed, one sample after the other.
  const { digest, samples } = whenever
  expect(tomorrow).toMatchObject({ digest, samples: { drawn: samples.drawn, abandoned: 0, extra: 0 } })
  // Near, more of each question at once: sooner, for more calls, with every verdict the same.
  expect(now.digest).toBe(digest)
  expect(callsOf(now)).toEqual(callsOf(whenever))
  expect(now.samples.extra).toBe(now.samples.drawn - samples.drawn)
  expect(now.samples.drawn + now.samples.abandoned).toBeGreaterThan(samples.drawn)
  expect(now.samples.drawn + now.samples.abandoned).toBeLessThanOrEqual(24 * QUESTIONS)
  expect(await waitsOf(of, now.id)).toBeLessThan(0.75 * (await waitsOf(of, tomorrow.id)))
})

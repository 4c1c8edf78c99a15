import { setTimeout as sleep } from 'node:timers/promises'
import { ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { counterQuestions } from './questions.js'
import { report } from './page.js'
import { NEEDS, PYTHON, type RealVllm, startVllm } from './start-vllm.js'
import { PLANNED_SAMPLES } from '../support/evaluation-rows.js'

const QUESTIONS = 40
const METHODS = ['sc@16', 'cges:confidence=lns-arith,gamma=0.99@16']

describe.skipIf(PYTHON === undefined)(`a server that dies while it answers (${NEEDS})`, () => {
  let steady: RealVllm
  let fleet: TestFleet
  let dying: RealVllm | undefined

  beforeAll(async () => {
    steady = await startVllm()
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: 16 })
    await fleet.startWorker({ MODEL_SERVER_URL: steady.url })
    await fleet.importBenchmark(counterQuestions(QUESTIONS))
  }, 900_000)

  afterAll(async () => {
    await fleet?.stop()
    await Promise.all([steady.kill(), dying?.kill()])
  })

  it.each([
    ['its engine alone', (server: RealVllm) => server.killEngine()],
    ['all of it', (server: RealVllm) => server.kill()],
  ] as const)('%s: nothing is lost, and nothing is in doubt', { timeout: 1_800_000 }, async (what, kill) => {
    dying = await startVllm()
    const worker = await fleet.startWorker({ MODEL_SERVER_URL: dying.url })
    const { id } = await fleet.submit({ benchmark: 'counter', methods: METHODS })
    await drawingOn(fleet, id, dying)
    await kill(dying)
    const view = await fleet.until(id, ({ status }) => status === 'done', 900_000)
    const [counts] = await fleet.sql<{ again: number; unclear: number; given: number; read: number }>(
      `SELECT count(*) FILTER (WHERE deliveries > 1)::int AS again, sum(unclear_faults)::int AS unclear,
              count(*) FILTER (WHERE outcome = 'infra_error')::int AS given, count(*)::int AS read
       FROM ${PLANNED_SAMPLES} s WHERE evaluation_id = $1 AND state = 'read'`,
      [id],
    )
    expect(counts).toMatchObject({ unclear: 0, given: 0, read: QUESTIONS * 16 })
    expect(counts?.again).toBeGreaterThan(0)
    expect(view.sensitivity).toBeNull()
    const { pools } = (await (await fetch(`${fleet.api}${pathOf(ListPools)}`)).json()) as {
      pools: { workers: { ready: boolean; reason: string | null }[] }[]
    }
    const away = pools.flatMap(({ workers }) => workers).filter(({ ready }) => !ready)
    expect(away).toMatchObject([{ reason: expect.stringMatching(/health answered 503|No model server answers/) }])
    report(`killed: ${what}`, `${counts?.again} samples drawn again, 0 in doubt, 0 lost`)
    await worker.kill('SIGKILL')
    await dying.kill()
    await fleet.sql(`DELETE FROM worker WHERE NOT ready`)
  })
})

/** Waits until a server is in the midst of several answers. */
async function drawingOn(fleet: TestFleet, id: string, server: RealVllm): Promise<void> {
  await fleet.until(id, ({ samples }) => samples.drawn > 32, 600_000)
  for (;;) {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    if (Number(/^vllm:num_requests_running\{[^}]*\} ([\d.]+)/m.exec(metrics)?.[1]) >= 4) return
    await sleep(2)
  }
}

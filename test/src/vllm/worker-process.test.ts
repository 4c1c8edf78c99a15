import { setTimeout as sleep } from 'node:timers/promises'
import { CancelEvaluation, ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { spawnApp } from '../fleet/spawn-app.js'
import { TestFleet, type TestFleetOptions } from '../fleet/test-fleet.js'

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

async function start(options: Partial<TestFleetOptions>): Promise<TestFleet> {
  fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    concurrency: 4,
    ...options,
    worker: { PORT: '0', ...options.worker },
  })
  return fleet
}

/** How the calls of an ended evaluation ended, how many with their tokens, and how many too long after it. */
const ABANDONED = `
SELECT l.state, count(*)::int AS calls, count(l.completion_tokens)::int AS told,
       count(*) FILTER (WHERE l.ended_at > e.finished_at + interval '2 seconds')::int AS slow
FROM call_ledger l JOIN evaluation e ON e.id = l.evaluation_id WHERE e.id = $1 GROUP BY 1`

async function setFaults(of: TestFleet, rules: object[]): Promise<void> {
  const url = `${of.simulators[0]?.listening}/admin/faults`
  await fetch(url, { method: 'POST', body: JSON.stringify({ rules }) })
}

async function running(of: TestFleet): Promise<number> {
  const text = await (await fetch(`${of.simulators[0]?.listening}/metrics`)).text()
  return Number(/num_requests_running\{[^}]*\} (\d+)/.exec(text)?.[1])
}

/** The worker's own word on whether it draws. */
async function ready(of: TestFleet): Promise<{ status: number; reasons: string[] }> {
  const response = await fetch(`${of.workers[0]?.listening}/ready`)
  const body = (await response.json()) as { reasons?: string[] }
  return { status: response.status, reasons: body.reasons ?? [] }
}

describe('a worker in its fleet', () => {
  let shared: TestFleet

  beforeAll(async () => {
    shared = await start({ timeScale: 0.02 })
    fleet = undefined
  })

  afterAll(() => shared.stop())

  it('counts what it drew for Prometheus', async () => {
    const one = shared
    await one.ended((await one.submit({ methods: ['sc@2'], questions: 10 })).id)
    const text = await (await fetch(`${one.workers[0]?.listening}/metrics`)).text()
    const counted = [...text.matchAll(/^fleet_samples_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count))
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(text).toMatch(/^fleet_tokens_total\{direction="out",pool="[\w-]+"\} \d{3,}$/m)
    expect(text).not.toContain('team="')
    expect(text).toMatch(/^fleet_sample_seconds_count\{pool="[\w-]+"\} 20$/m)
  })

  it.each([
    ['refuses the key', { kind: 'status', status: 401 }, /401.*key/],
    [
      'serves another model',
      { kind: 'status', status: 404, body: { error: { message: 'The model `m` does not exist.', param: 'model' } } },
      /404.*pool's model/,
    ],
  ])('pauses by itself where the server %s, says why, and goes on when it is mended', async (_, fault, why) => {
    const one = shared
    expect(await ready(one)).toEqual({ status: 200, reasons: [] })
    const { id } = await one.submit({ methods: ['sc@4'], questions: 40, name: why.source })
    await one.until(id, (view) => view.samples.drawn > 10)
    await setFaults(one, [{ fault, path: '/v1/chat/completions' }])
    // The probe alone would find this server right, so every pause lasts until the next probe.
    const reasons: string[] = []
    await expect
      .poll(async () => reasons.push(...(await ready(one)).reasons), { interval: 5, timeout: 90_000 })
      .toBeGreaterThan(0)
    expect(reasons[0]).toMatch(why)
    expect((await fetch(`${one.workers[0]?.listening}/health`)).status).toBe(200)
    expect(one.workers[0]?.said()).toMatch(/is not drawing: .*answered 40[14]/)
    await setFaults(one, [])
    const done = await one.ended(id)
    expect(done).toMatchObject({ status: 'done', samples: { drawn: 160 }, trials: { blocked: 0 } })
    expect(one.workers[0]?.said()).toMatch(/draws again/)
    const failed = await one.sql(
      `SELECT 1 FROM call WHERE evaluation_id = $1 AND (unclear_faults > 0 OR deliveries > 1)`,
      [id],
    )
    expect(failed).toEqual([])
  })

  it('lives on, not ready, while its model server is away or serves another model, and says which', async () => {
    const one = shared
    const worker = one.workers[0]
    const simulator = one.simulators[0]
    const settings = { PORT: new URL(simulator?.listening ?? '').port, MODE: 'simulated', TIME_SCALE: '0' }
    await simulator?.kill('SIGKILL')
    const { id } = await one.submit({ methods: ['sc@1'], questions: 2 })
    const reasons = async () => (await ready(one)).reasons.join()
    await expect.poll(reasons, { timeout: 90_000 }).toMatch(/No model server answers at/)
    expect((await fetch(`${worker?.listening}/health`)).status).toBe(200)
    const other = await spawnApp('vllm-sim', { ...settings, MODEL: 'another-model' })
    await expect
      .poll(reasons, { timeout: 90_000 })
      .toMatch(/serves another-model .*but pool test is for simulated-model/)
    const { pools } = (await (await fetch(`${one.api}${pathOf(ListPools)}`)).json()) as {
      pools: { workers: { ready: boolean }[] }[]
    }
    expect(pools[0]?.workers[0]?.ready).toBe(false)
    expect((await one.view(id)).status).toBe('running')
    await other.kill('SIGKILL')
    const right = await spawnApp('vllm-sim', { ...settings, MODEL: 'simulated-model' })
    try {
      expect((await one.ended(id)).status).toBe('done')
      expect((await ready(one)).status).toBe(200)
    } finally {
      await right.kill('SIGKILL')
    }
  })
})

it('abandons the requests of a cancelled evaluation within two seconds, whatever the lease', async () => {
  const one = await start({ timeScale: 5, leaseMs: 60_000 })
  const { id } = await one.submit({ methods: ['sc@4'], questions: 10 })
  await expect.poll(() => running(one), { timeout: 90_000 }).toBe(4)
  await one.post(pathOf(CancelEvaluation, { path: { id } }), {})
  const cancelledAt = performance.now()
  while ((await running(one)) > 0) await sleep(10)
  const tookMs = performance.now() - cancelledAt
  console.log(`running requests fell to 0 in ${tookMs.toFixed(0)} ms`)
  expect(tookMs).toBeLessThan(2000)
  const ledger = () => one.sql(ABANDONED, [id])
  await expect.poll(ledger).toEqual([{ state: 'abandoned', calls: 4, told: 4, slow: 0 }])
  await expect.poll(async () => (await one.view(id)).samples).toMatchObject({ inFlight: 0, abandoned: 4, drawn: 0 })
})

it('aborts a request whose lease another has taken', async () => {
  const leaseMs = 1500
  const one = await start({ timeScale: 100, leaseMs })
  const { id } = await one.submit({ methods: ['sc@1'], questions: 1 })
  await expect.poll(() => running(one), { timeout: 90_000 }).toBe(1)
  await one.sql(`UPDATE call SET fence = fence + 1, lease_until = now() + interval '1 hour' WHERE evaluation_id = $1`, [
    id,
  ])
  const takenAt = performance.now()
  while ((await running(one)) > 0) await sleep(10)
  expect(performance.now() - takenAt).toBeLessThan(leaseMs / 3 + 1000)
  expect(await one.sql(`SELECT state FROM call WHERE evaluation_id = $1`, [id])).toEqual([{ state: 'leased' }])
  expect(await one.sql(`SELECT 1 FROM sample WHERE evaluation_id = $1`, [id])).toEqual([])
})

it('a worker told to stop is not ready, lets its requests finish within its budget, and hands back the rest', async () => {
  const one = await start({ timeScale: 100, drainMs: 600 })
  await one.submit({ methods: ['sc@4'], questions: 10 })
  await expect.poll(() => running(one), { timeout: 90_000 }).toBe(4)
  const stopping = one.workers[0]?.kill('SIGTERM')
  await expect.poll(async () => (await ready(one)).reasons, { interval: 10 }).toContain('the worker is draining')
  await stopping
  expect(one.workers[0]?.process.exitCode).toBe(0)
  await expect.poll(() => running(one)).toBe(0)
  const ledger = await one.sql<{ state: string }>(`SELECT state FROM call_ledger`)
  expect(ledger.map(({ state }) => state)).toEqual(['handed_back', 'handed_back', 'handed_back', 'handed_back'])
})

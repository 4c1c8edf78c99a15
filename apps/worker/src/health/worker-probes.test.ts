import { type ProbeServer, serveProbes } from '@cges-fleet/telemetry'
import { afterEach, expect, test } from 'vitest'
import { WorkerMetrics } from './worker-metrics.js'

let server: ProbeServer | undefined
let reasons: string[] = []
let inFlight = 0

const metrics = new WorkerMetrics(4, () => ({ ready: reasons.length === 0, inFlight }))

async function start(): Promise<string> {
  server = await serveProbes(
    { host: '127.0.0.1', port: 0 },
    {
      whyNotReady: async () => reasons,
      metrics: async () => ({ contentType: metrics.contentType, text: await metrics.text() }),
    },
  )
  return server.url
}

afterEach(async () => {
  await server?.close()
  server = undefined
  reasons = []
})

test('lives whatever is wrong, and is not ready for reasons it gives', async () => {
  const url = await start()
  expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' })
  reasons = ['the model server refuses the key', 'the queue does not answer']
  const unready = await fetch(`${url}/ready`)
  expect([unready.status, await unready.json()]).toEqual([503, { status: 'not ready', reasons }])
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
})

test('says which port is taken', async () => {
  const port = Number(new URL(await start()).port)
  await expect(
    serveProbes({ host: '127.0.0.1', port }, { whyNotReady: async () => [], metrics: () => Promise.reject() }),
  ).rejects.toThrow(/is taken: set PORT/)
})

test('counts samples, tokens and seconds under labels that stay few', async () => {
  const url = await start()
  inFlight = 3
  metrics.claimed(1)
  metrics.claimed(2)
  metrics.ended('land')
  metrics.fenced()
  metrics.paused()
  const sample = {
    team: 't',
    model: 'm',
    promptTokens: 10,
    completionTokens: 5,
    ttftMs: 100,
    totalMs: 2000,
    gpuMs: 250,
  }
  metrics.landed({ ...sample, outcome: 'answer' })
  metrics.landed({ ...sample, outcome: 'infra_error', promptTokens: null, completionTokens: null, totalMs: null })
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const line of [
    'fleet_samples_total{team="t",outcome="answer"} 1',
    'fleet_samples_total{team="t",outcome="infra_error"} 1',
    'fleet_tokens_total{team="t",direction="out"} 5',
    'fleet_gpu_seconds_total{team="t",model="m"} 0.5',
    'fleet_attempts_total{fate="land"} 1',
    'fleet_redelivered_total 1',
    'fleet_fenced_total 1',
    'fleet_worker_pauses_total 1',
    'fleet_worker_in_flight 3',
    'fleet_worker_slots 4',
    'fleet_worker_ready 1',
    'fleet_sample_seconds_count 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
})

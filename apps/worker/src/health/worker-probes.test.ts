import { type ProbeServer, serveProbes } from '@cges-fleet/telemetry'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { WorkerMetrics } from './worker-metrics.js'

let server: ProbeServer | undefined
let reasons: string[] = []
let inFlight = 0

const metrics = new WorkerMetrics('p', 4, () => ({ ready: reasons.length === 0, inFlight }))

const folder = mkdtempSync(join(tmpdir(), 'cges-probes-'))
afterAll(() => rmSync(folder, { recursive: true }))

function tokenFile(text: string): string {
  const path = join(folder, 'token')
  writeFileSync(path, `${text}\n`)
  return path
}

const TOKEN = 'a-token-of-more-than-thirty-two-letters'
const asking = { headers: { authorization: `Bearer ${TOKEN}` } }

async function start(metricsTokenFile?: string): Promise<string> {
  server = await serveProbes(
    { host: '127.0.0.1', port: 0, metricsTokenFile },
    {
      whyNotReady: async () => reasons,
      metrics: () => metrics.text(),
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
  const url = await start(tokenFile(TOKEN))
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
  const text = await (await fetch(`${url}/metrics`, asking)).text()
  for (const line of [
    'fleet_samples_total{team="t",outcome="answer",pool="p"} 1',
    'fleet_samples_total{team="t",outcome="infra_error",pool="p"} 1',
    'fleet_tokens_total{team="t",direction="out",pool="p"} 5',
    'fleet_gpu_seconds_total{team="t",model="m",pool="p"} 0.5',
    'fleet_attempts_total{fate="land",pool="p"} 1',
    'fleet_redelivered_total{pool="p"} 1',
    'fleet_fenced_total{pool="p"} 1',
    'fleet_worker_pauses_total{pool="p"} 1',
    'fleet_worker_in_flight{pool="p"} 3',
    'fleet_worker_slots{pool="p"} 4',
    'fleet_worker_ready{pool="p"} 1',
    'fleet_sample_seconds_count{pool="p"} 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
})

test('names teams only for the token: without one it shows sums, and another is refused', async () => {
  const url = await start(tokenFile(TOKEN))
  metrics.landed({
    team: 'secret-team',
    model: 'm',
    outcome: 'answer',
    promptTokens: 1,
    completionTokens: 1,
    ttftMs: 1,
    totalMs: 1,
    gpuMs: 1,
  })
  const open = await (await fetch(`${url}/metrics`)).text()
  expect(open).toMatch(/^fleet_samples_total\{outcome="answer",pool="p"\} \d+$/m)
  expect(open).not.toMatch(/team=|secret-team/)
  expect(await (await fetch(`${url}/metrics`, asking)).text()).toContain('team="secret-team"')
  const wrong = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}x` } })
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('METRICS_TOKEN_FILE')])
  expect((await fetch(`${url}/health`, { headers: { authorization: 'Bearer x' } })).status).toBe(200)
})

test('names teams to nobody where no token is set, and refuses to start with one that could be guessed', async () => {
  const url = await start()
  expect((await fetch(`${url}/metrics`, asking)).status).toBe(401)
  await server?.close()
  await expect(start(tokenFile('short'))).rejects.toThrow(/5 characters and needs 32: make it with/)
  await expect(start(join(folder, 'none'))).rejects.toThrow(/cannot be read: make it with/)
})

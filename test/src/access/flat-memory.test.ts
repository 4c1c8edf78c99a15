import { ImportBenchmark, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnApp, type RunningApp } from '../fleet/spawn-app.js'
import { benchmark } from '../support/evaluation-rows.js'
import { freshDatabase, type FreshDatabase } from '../support/databases.js'
import { residentMegabytes } from '../support/memory.js'

const BODY_MB = 48
/** Holding a whole body would take more than this; the measured growth is a quarter of it. */
const GROWTH_MB = 0.75 * BODY_MB

let fresh: FreshDatabase
let api: RunningApp

beforeAll(async () => {
  fresh = await freshDatabase()
  // A heap so small that holding a whole body would end the process.
  const execArgv = ['--max-old-space-size=96']
  api = await spawnApp('api', { DATABASE_URL: fresh.url, PORT: '0' }, { execArgv })
})

afterAll(async () => {
  await api.kill('SIGTERM')
  await fresh.drop()
})

const resident = () => residentMegabytes(api.process.pid) ?? 0

async function peakWhile<T>(work: Promise<T>): Promise<{ readonly given: T; readonly peak: number }> {
  let peak = resident()
  const looking = setInterval(() => (peak = Math.max(peak, resident())), 5)
  try {
    return { given: await work, peak }
  } finally {
    clearInterval(looking)
  }
}

function linesOf(name: string, megabytes: number, question: (at: number) => object): string {
  const { questions: _, ...head } = benchmark({ name })
  const written = [JSON.stringify(head)]
  const line = JSON.stringify(question(0))
  const count = Math.floor((megabytes * 1024 * 1024) / (line.length + 6))
  for (let at = 0; at < count; at++) written.push(JSON.stringify(question(at)))
  return written.join('\n')
}

const post = (body: string) =>
  fetch(`${api.listening}${pathOf(ImportBenchmark)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  }).then(async (response) => ({ status: response.status, text: await response.text() }))

const longBody = (name: string, megabytes: number) =>
  linesOf(name, megabytes, (at) => ({
    id: `q-${at}`,
    question: `${name} ${at} `.padEnd(30_000, 'word '),
    answer: `${at}`,
  }))

it('stores a long benchmark in memory that is a fraction of it, twice, and grows no further', async () => {
  await post(longBody('warm', 4))
  const before = resident()
  for (const name of ['first', 'second']) {
    const { given, peak } = await peakWhile(post(longBody(name, BODY_MB)))
    expect(given.status, given.text).toBe(201)
    console.log(`${BODY_MB} MB sent: ${before.toFixed(0)} → ${peak.toFixed(0)} MB`)
    if (before > 0) expect(peak - before).toBeLessThan(GROWTH_MB)
  }
})

it.each([
  ['millions of empty questions', '{}\n'.repeat(16_000_000), 'line 2'],
  ['one line of millions of them', `[${'{},'.repeat(16_000_000)}{}]`, 'line 1: it is longer than 1 MB'],
])('refuses %s before they are built', async (_, body, detail) => {
  const before = resident()
  const { questions: _all, ...head } = benchmark({ name: 'refused' })
  const { given, peak } = await peakWhile(post(body.startsWith('[') ? body : `${JSON.stringify(head)}\n${body}`))
  expect([given.status, given.text]).toEqual([400, expect.stringContaining(detail)])
  if (before > 0) expect(peak - before).toBeLessThan(GROWTH_MB)
})

import { readFileSync } from 'node:fs'
import { pathOf, ListEvaluations } from '@cges-fleet/core/contract'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../deploy/root.js'
import {
  type GuardedPostgres,
  LOGIN,
  makeLogins,
  migrateAsOwner,
  sql,
  startGuardedPostgres,
  urlOf,
} from '../support/manifest-logins.js'
import { type RunningApp, spawnApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

let server: GuardedPostgres
beforeAll(async () => {
  server = await startGuardedPostgres()
  await makeLogins(server.url)
  await migrateAsOwner(server.url)
})
afterAll(() => server?.stop())

const APPS = ['api', 'coordinator', 'gateway', 'worker'] as const
type Rotated = (typeof APPS)[number]

/** The statements of docs/operations.md that make the API a second login, for another process. */
function secondLoginOf(app: Rotated): string {
  const text = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  const made = /```sql\n(CREATE ROLE cges_api_2 .+?)```/s.exec(text)?.[1] ?? ''
  expect(made).toContain('ALTER ROLE')
  return made.replaceAll('cges_api', `cges_${app}`).replace('…', `second of ${app}`)
}

function secondUrlOf(app: Rotated): string {
  const url = new URL(server.url)
  url.username = `cges_${app}_2`
  url.password = encodeURIComponent(`second of ${app}`)
  return url.href
}

/** Asks a gateway for a vote of sixteen samples. */
async function answer({ listening }: RunningApp, nth: number): Promise<unknown> {
  const openai = new OpenAI({ baseURL: `${listening}/v1`, apiKey: 'none', maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: `What is ${nth} times 7? Give the number.` }]
  const { choices } = await openai.chat.completions.create({ model: 'test@sc@16', messages, seed: nth })
  return choices[0]?.message.content
}

it('replaces the login of every process while an evaluation runs, and none of them loses its work', async () => {
  const urls = new Map<string, string>(APPS.map((app) => [app, urlOf(app, server.url)]))
  const fleet = await TestFleet.start({
    redis: null,
    workers: 1,
    timeScale: 0.1,
    everyone: { NODE_ENV: 'production' },
    simulator: { UNKNOWN_QUESTIONS: 'make-up' },
    database: { url: server.url, drop: async () => undefined },
    storesOf: (app) => ({ DATABASE_URL: urls.get(app) ?? server.url }),
  })
  try {
    const gateway = await fleet.startGateway()
    const { id } = await fleet.submit({ methods: ['sc@24'], questions: 200, seed: 11 })
    await fleet.until(id, ({ samples }) => samples.drawn > 20)
    for (const app of APPS) {
      await sql(server.url, secondLoginOf(app))
      urls.set(app, secondUrlOf(app))
    }
    const [coordinator, worker] = [fleet.coordinators[0], fleet.workers[0]]
    const settings = { NODE_ENV: 'production', DATABASE_URL: secondUrlOf('api'), PORT: '0' }
    const secondApi = await spawnApp('api', settings)
    await Promise.all([fleet.startCoordinator(), fleet.startWorker()])
    const secondGateway = await fleet.startGateway()
    const startApi = await fleet.killApi()
    expect((await fetch(`${secondApi.listening}${pathOf(ListEvaluations)}`)).status).toBe(200)
    await startApi()
    const asked = answer(gateway, 1)
    const drawing = () => sql(server.url, 'SELECT count(*)::int AS n FROM chat_request')
    await expect.poll(drawing, { interval: 20 }).toEqual([{ n: 1 }])
    const replaced = [coordinator, worker, secondApi, gateway].map(async (app) => app?.kill('SIGTERM'))
    expect(await asked).toEqual(expect.any(String))
    await Promise.all(replaced)
    const old = APPS.map((app) => LOGIN[app])
    const connected = `SELECT DISTINCT usename AS login FROM pg_stat_activity WHERE usename = ANY ('{${old.join()}}')`
    await expect.poll(() => sql(server.url, connected)).toEqual([])
    for (const login of old) await sql(server.url, `DROP ROLE ${login}`)
    expect(await answer(secondGateway, 2)).toEqual(expect.any(String))
    const { samples } = await fleet.view(id)
    const { status, trials } = await fleet.until(id, (view) => view.samples.drawn > samples.drawn + 40)
    expect([status, trials.blocked]).toEqual(['running', 0])
    // A worker that is told to stop hands in what it holds: only the API was killed.
    expect(fleet.exits().filter((exit) => !exit.startsWith('0:'))).toEqual([])
  } finally {
    await fleet.stop()
  }
})

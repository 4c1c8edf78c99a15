import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EvaluationView, hasEnded } from '@cges-fleet/core'
import * as at from '@cges-fleet/core/addresses'
import type { Address } from '@cges-fleet/core/contract'
import { createKey, loadPepper, LOCAL_TEAM, openDatabase } from '@cges-fleet/db'
import { demoBenchmark } from '@cges-fleet/formats'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { end, startDashboardServer } from '../browser/dashboard-server.js'
import { spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { freshDatabase } from '../support/databases.js'
import { startPrivateRedis } from '../support/redis.js'

const CANARY = 'canary-7f3a9c'

/** Not a secret: planted where it will be shown, so that each search proves it would have found a secret. */
const PLANTED = 'planted-51d0e2'

const PEPPER = `${CANARY}-pepper-0123456789-0123456789`
const folder = mkdtempSync(join(tmpdir(), 'cges-canary-'))

function secretFile(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, `${CANARY}-${name}\n`)
  return path
}

let fleet: TestFleet
let redis: GuardedRedis | null = null
/** API keys and session tokens as they were issued: whole, and their secret parts. */
const secrets: string[] = [CANARY]
let key = ''
const answers: string[] = []
/** The dashboard's pages, as sent to a signed-in user. */
const pages: string[] = []

async function ask({ method, path }: Address, body?: unknown): Promise<string> {
  const response = await fetch(`${fleet.api}${path}`, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`
  answers.push(text)
  return text
}

const placed = (of: Address, id: string): Address => ({ ...of, path: of.path.replace('{id}', id) })

const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\n') + 1))

async function firstKey(url: string): Promise<string> {
  const db = await openDatabase({ url, application: 'test', connections: 1 })
  const wanted = { team: LOCAL_TEAM, name: PLANTED, role: 'admin', scopes: null, expiresAt: null } as const
  const pepper = loadPepper({ KEY_PEPPER: PEPPER })
  if (pepper === null) throw new Error('no pepper')
  const made = await createKey(db, wanted, { actor: 'machine', pepper })
  await db.destroy()
  isSecret(made.key)
  return made.key
}

/** A key is `cges_<id>_<secret>`, whose secret may hold underscores too; a session's token is secret as a whole. */
function isSecret(value: string): void {
  const secret = value.startsWith('cges_') ? value.split('_').slice(2).join('_') : value
  expect(secret.length).toBeGreaterThan(30)
  secrets.push(value, secret)
}

beforeAll(async () => {
  const fresh = await freshDatabase()
  const url = new URL(fresh.url)
  url.password = `${CANARY}-database`
  writeFileSync(join(folder, 'pepper'), PEPPER)
  key = await firstKey(fresh.url)
  redis = await startGuardedRedis(folder, `${CANARY}-redis`)
  fleet = await TestFleet.start({
    database: { url: url.href, drop: fresh.drop },
    redis: redis?.url ?? null,
    workers: 1,
    rewards: true,
    simulator: {
      UNKNOWN_QUESTIONS: 'make-up',
      API_KEY: `${CANARY}-model-key`,
      FAULTS: JSON.stringify([tellsTheKey(`${CANARY}-model-key`)]),
    },
    rewardServer: { API_KEY: `${CANARY}-reward-key` },
    worker: {
      WORKER_NAME: PLANTED,
      MODEL_SERVER_KEY_FILE: secretFile('model-key'),
      REWARD_SERVER_KEY_FILE: secretFile('reward-key'),
    },
    everyone: {
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
      KEY_PEPPER_FILE: join(folder, 'pepper'),
      HF_TOKEN: `${CANARY}-hub`,
      CGES_API_KEY: `${CANARY}-own-key`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${CANARY}-collector`,
    },
  })
  await useEverything()
})

afterAll(async () => {
  await fleet.stop()
  await redis?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Asked of the gateway, which keeps no text. */
const SPOKEN = 'spoken-83be10'

/** Asks the gateway, whole and as a stream, and returns the texts of its answers. */
async function askGateway(): Promise<string[]> {
  const gateway = await fleet.startGateway()
  const texts = [false, true].map(async (stream) => {
    const response = await fetch(`${gateway.listening}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'test@sc@3',
        messages: [{ role: 'user', content: `3 times 4? ${SPOKEN}` }],
        stream,
      }),
    })
    expect(response.status).toBe(200)
    return /"content":("(?:[^"\\]|\\.)+")/u.exec(await response.text())?.[1] ?? '"no text"'
  })
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as string)
}

/** Runs an evaluation to its end, tries what may go wrong with keys, and gets every page of the API. */
async function useEverything(): Promise<void> {
  await ask(at.importBenchmark, demoBenchmark())
  const spec = { benchmark: 'demo', pool: 'test', methods: ['sc@2'], questions: 10, name: PLANTED }
  let view = EvaluationView.parse(bodyOf(await ask(at.submitEvaluation, spec)))
  const issued = bodyOf(await ask(at.createKey, { name: 'another', role: 'viewer' })) as { key: string; id: string }
  // Shown only once: this answer is the one place where it may appear.
  answers.pop()
  isSecret(issued.key)
  await signIn(issued.key)
  const guess = `cges_zzzzzzzzzzzz_${CANARY}${'A'.repeat(43 - CANARY.length)}`
  for (const wrong of [guess, `${guess}x`, `Basic ${CANARY}`]) {
    const headers = { authorization: `Bearer ${wrong}` }
    const refused = await fetch(`${fleet.api}${at.listEvaluations.path}`, { headers })
    expect(refused.status).toBe(401)
    answers.push(await refused.text())
  }
  await fetch(`${fleet.api}${at.listEvaluations.path}?key=${issued.key}`)
  await ask(at.startSession, { key: guess, more: CANARY })
  while (!hasEnded(view.status)) {
    await sleep(200)
    view = EvaluationView.parse(bodyOf(await ask(placed(at.getEvaluation, view.id))))
  }
  expect(view.status).toBe('done')
  await ask(placed(at.revokeKey, issued.id), {})
  await readEverything(view.id)
  await readPages(view.id, await shareLink(view.id))
}

/** Makes a share link and reads what it shows; its token is a secret too. */
async function shareLink(evaluation: string): Promise<string> {
  const made = bodyOf(await ask(at.createShareLink, { target: { kind: 'evaluation', evaluation } })) as {
    token: string
  }
  answers.pop()
  isSecret(made.token)
  for (const { path } of [at.getShared, at.getSharedStatistics, at.listShareLinks]) {
    const response = await fetch(`${fleet.api}${path}`, {
      headers: { 'share-token': made.token, authorization: `Bearer ${key}` },
    })
    expect(response.status, path).toBe(200)
    answers.push(`${JSON.stringify([...response.headers])}\n${await response.text()}`)
  }
  return made.token
}

/** Returns the cookie of a session, which holds a secret of its own. */
async function signIn(withKey: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ key: withKey })
  const session = await fetch(`${fleet.api}${at.startSession.path}`, { method: 'POST', headers, body })
  const token = /__Host-cges=([^;]+)/.exec(session.headers.get('set-cookie') ?? '')?.[1] ?? ''
  isSecret(token)
  return `__Host-cges=${token}`
}

async function readPages(id: string, token: string): Promise<void> {
  const cookie = await signIn(key)
  const dashboard = await startDashboardServer(fleet.api, { CGES_API_KEY: `${CANARY}-own-key` })
  try {
    for (const page of ['evaluations', `evaluations/${id}`, 'pool', 'settings', 'settings/audit', 'sign-in']) {
      const response = await fetch(`${dashboard.address}/${page}`, { headers: { cookie } })
      expect(response.status, page).toBe(200)
      pages.push(`${JSON.stringify([...response.headers])}\n${await response.text()}`)
    }
    // A page holds its own address, and this one's is the secret: it is opened for what processes write of it.
    const shared = await fetch(`${dashboard.address}/shared/${token}`)
    expect(await shared.text()).toContain(PLANTED)
  } finally {
    await end(dashboard.process)
  }
}

async function readEverything(id: string): Promise<void> {
  const { paths } = bodyOf(await ask(at.getOpenapi)) as { paths: Record<string, object> }
  for (const [path, methods] of Object.entries(paths)) {
    if (!('get' in methods)) continue
    const file = path.includes('{id}') ? 'samples.jsonl' : path.includes('{pool}') ? 'history.csv' : 'evaluations.csv'
    const values: Record<string, string> = {
      signal: 'lns-arith',
      method: 'sc@2',
      pool: 'test',
      file,
      id,
      position: '0',
      index: '0',
      webhook: 'none',
      test: id,
      reservation: id,
    }
    const where = path.replace(/\{(\w+)\}/gu, (place, name: string) => values[name] ?? place)
    expect(where).not.toContain('{')
    await ask({ method: 'get', path: where.includes('/comparisons') ? `${where}?evaluations=${id}&with=own` : where })
  }
  expect(answers.length).toBeGreaterThan(15)
}

const found = (text: string) => secrets.filter((secret) => text.includes(secret))

it('keeps every secret out of what its processes write, the wrong ones too', () => {
  const said = fleet.processes.map((app) => app.said()).join('\n')
  expect(said).toContain(PLANTED)
  expect(said).toMatch(/401|key/)
  expect(found(said)).toEqual([])
})

it('keeps every secret out of the database, in any spelling', async () => {
  await fleet.sql(`CREATE TABLE planted AS SELECT convert_to('${PLANTED}', 'UTF8') AS bytes`)
  const text = await databaseText((statement) => fleet.sql(statement))
  expect(text).toContain(PLANTED)
  expect(text).toContain(Buffer.from(PLANTED).toString('hex'))
  for (const spelling of ['utf8', 'hex', 'base64'] as const) {
    const spelled = secrets.map((secret) => Buffer.from(secret).toString(spelling).replace(/=+$/, ''))
    expect(spelled.filter((secret) => text.includes(secret))).toEqual([])
  }
})

it('keeps no text of the requests that the gateway answered, nor of their replies', async () => {
  // Beginnings are common to samples, so whole texts are looked for.
  const texts = await askGateway()
  expect(texts).not.toContain('no text')
  const open = async () => (await fleet.sql(`SELECT id FROM chat_request WHERE ended_at IS NULL`)).length
  await expect.poll(open).toBe(0)
  const stored = await databaseText((statement) => fleet.sql(statement))
  const said = fleet.processes.map((app) => app.said()).join('\n')
  for (const where of [stored, said, redis?.said() ?? '']) {
    const spellings = [SPOKEN, ...texts].flatMap((text) => [text, Buffer.from(text).toString('hex')])
    expect(spellings.filter((text) => where.includes(text))).toEqual([])
  }
})

it('keeps every secret out of what the API answers', () => {
  const text = answers.join('\n')
  expect(text).toContain(PLANTED)
  expect(found(text)).toEqual([])
})

it('keeps every secret out of the dashboard’s pages', () => {
  // One page is for users without a key; the others show the work and the existing keys.
  expect(pages.filter((page) => page.includes(PLANTED)).length).toBeGreaterThanOrEqual(4)
  expect(found(pages.join('\n'))).toEqual([])
})

it.skipIf(inject('redis') === null)('keeps every secret out of Redis, jobs and all (needs redis-server)', async () => {
  expect(redis?.said()).toContain('sample-test')
  const client = new Redis(redis?.url ?? '')
  await client.set(PLANTED, PLANTED)
  client.disconnect()
  await expect.poll(() => redis?.said()).toContain(PLANTED)
  expect(found(redis?.said() ?? '')).toEqual([])
})

it.each([
  ['the database', { DATABASE_URL: `postgres://nobody:${CANARY}@127.0.0.1:9/none` }],
  ['Redis', { REDIS_URL: `redis://nobody:${CANARY}@127.0.0.1:9` }],
])('tells no password when %s cannot be reached', async (_, wrong) => {
  const variables = { DATABASE_URL: fleet.database.url, HOST: '127.0.0.1', PORT: '0', ...wrong }
  const started = await spawnApp('coordinator', variables).then(async (app) => {
    await app.kill('SIGKILL')
    return app.said()
  }, String)
  expect(started).toMatch(/127\.0\.0\.1|DATABASE_URL|REDIS_URL/)
  expect(found(started)).toEqual([])
})

type Rows = (statement: string) => Promise<Record<string, unknown>[]>

/** Every row of every table of a database as text, the queue's included: all that its dump would reveal. */
async function databaseText(sql: Rows): Promise<string> {
  const tables = await sql(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const texts = []
  for (const { name } of tables) {
    const rows = await sql(`SELECT t::text AS row FROM ${String(name)} t`)
    texts.push(`${String(name)}\n${rows.map(({ row }) => String(row)).join('\n')}`)
  }
  return texts.join('\n')
}

interface GuardedRedis {
  readonly url: string
  /** Everything that was ever sent to it. */
  said(): string
  stop(): Promise<void>
}

/** A Redis with a password that records everything sent to it; null if Redis is not installed. */
async function startGuardedRedis(folder: string, password: string): Promise<GuardedRedis | null> {
  const server = await startPrivateRedis(folder)
  if (server === null) return null
  const url = new URL(server.url)
  url.password = password
  const client = new Redis(server.url, { password })
  await client.config('SET', 'requirepass', password)
  // It watches by a connection of its own.
  const monitor = await client.monitor()
  client.disconnect()
  let said = ''
  monitor.on('monitor', (_time: string, args: string[]) => {
    said += `${args.join(' ')}\n`
  })
  const stop = async () => {
    monitor.disconnect()
    await server.stop()
  }
  return { url: url.href, said: () => said, stop }
}

/** A model-server fault: refuses the worker's key once, and repeats that key in the error. */
function tellsTheKey(key: string): object {
  const error = { message: `no model for Bearer ${key}` }
  return { fault: { kind: 'status', status: 401, body: { error } }, path: '/v1/chat/completions', nth: 3 }
}

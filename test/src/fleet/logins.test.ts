import { pathOf, PauseEvaluation, ResumeEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnApp } from './spawn-app.js'
import {
  type GuardedPostgres,
  makeLogins,
  migrateAsOwner,
  sql,
  startGuardedPostgres,
  urlOf,
} from '../support/manifest-logins.js'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { startUsersRedis, type UsersRedis } from '../support/redis.js'
import { TestFleet } from './test-fleet.js'

const METHODS = ['sc@6', 'esc:window=2@6', 'cges:confidence=rm,gamma=0.99@6', 'beacon:cost=0.02@6', 'dsc@6']
const SPEC = { methods: METHODS, questions: 20, seed: 11 }

/** For three fleets on a machine that has much else to do. */
const LIMIT_MS = 400_000
const MAKES_UP = { UNKNOWN_QUESTIONS: 'make-up' }
const PRODUCTION = { NODE_ENV: 'production' }

let server: GuardedPostgres
let redis: UsersRedis | null

beforeAll(async () => {
  server = await startGuardedPostgres()
  redis = await startUsersRedis()
})

afterAll(async () => {
  await redis?.stop()
  await server?.stop()
})

/** A database of the guarded server with its logins, migrated by its owner. */
async function guardedDatabase(name: string) {
  await sql(server.url, `CREATE DATABASE ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await makeLogins(url.href)
  await migrateAsOwner(url.href)
  const drop = async () => {
    await sql(server.url, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { url: url.href, drop }
}

/** Runs an evaluation to its end, with a worker killed on the way, and paused meanwhile. */
async function digestOf(fleet: TestFleet): Promise<string> {
  try {
    const { id } = await fleet.submit(SPEC)
    await fleet.until(id, ({ samples }) => samples.drawn > 20)
    await fleet.workers[0]?.kill('SIGKILL')
    await fleet.post(pathOf(PauseEvaluation, { path: { id } }), {})
    await fleet.post(pathOf(ResumeEvaluation, { path: { id } }), {})
    const done = await fleet.ended(id)
    await answersARequest(fleet)
    expect([done.status, done.trials]).toEqual(['done', { total: 20, closed: 20, blocked: 0 }])
    expect(fleet.exits().filter((exit) => !exit.startsWith('SIGKILL'))).toEqual([])
    const said = fleet.processes.map((app) => app.said()).join('\n')
    expect(
      said.split('\n').filter((line) => /permission denied|NOPERM|lets this process do everything/.test(line)),
    ).toEqual([])
    return done.digest ?? ''
  } finally {
    await fleet.stop()
  }
}

/** What a gateway draws and books needs rights of its own. */
async function answersARequest(fleet: TestFleet): Promise<void> {
  const gateway = await fleet.startGateway()
  const body = { model: 'test@sc@2', messages: [{ role: 'user', content: 'What is 3 times 7?' }] }
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${gateway.listening}/v1/chat/completions`, request)
  expect(await answer.json()).toMatchObject({ cges: { calls: 2 } })
  const open = () => fleet.sql(`SELECT 1 FROM chat_request WHERE ended_at IS NULL`)
  await expect.poll(open).toEqual([])
}

let undisturbed: Promise<string> | undefined

/** What a fleet comes to whose processes share one login that may do everything. */
const reference = () =>
  (undisturbed ??= TestFleet.start({ redis: null, workers: 2, rewards: true, leaseMs: 1500, simulator: MAKES_UP }).then(
    digestOf,
  ))

const fleetOptions = {
  workers: 2,
  rewards: true,
  leaseMs: 1500,
  timeScale: 0.02,
  everyone: PRODUCTION,
  simulator: MAKES_UP,
}

it(
  `evaluates under the logins of the manifests, the queue in PostgreSQL, to the same digest${LONGER}`,
  { timeout: LIMIT_MS },
  async ({ skip }) => {
    if (redis !== null && !IS_AT_LENGTH) return skip()
    const database = await guardedDatabase('queue_inside')
    const storesOf = (app: string) => ({ DATABASE_URL: urlOf(app as 'worker', database.url) })
    const fleet = await TestFleet.start({ ...fleetOptions, redis: null, database, storesOf })
    expect(await digestOf(fleet)).toBe(await reference())
  },
)

it(
  'evaluates under the logins and the users of Redis of the manifests to the same digest (needs redis-server)',
  { timeout: LIMIT_MS },
  async ({ skip }) => {
    if (redis === null) return skip()
    const users = redis
    const database = await guardedDatabase('queue_in_redis')
    const storesOf = (app: string) => ({
      DATABASE_URL: urlOf(app as 'worker', database.url),
      REDIS_URL: users.urlOf(app as 'worker'),
    })
    const fleet = await TestFleet.start({ ...fleetOptions, redis: users.urlOf('cges'), database, storesOf })
    expect(await digestOf(fleet)).toBe(await reference())
    expect(await users.refused()).toEqual([])
  },
)

it.each(['api', 'coordinator', 'worker'] as const)(
  'starts no %s in production whose login is more than it needs',
  async (app) => {
    const database = await guardedDatabase(`above_${app}`)
    const settings = { ...PRODUCTION, POOL: 'p', MODEL_SERVER_URL: 'http://127.0.0.1:9', PORT: '0' }
    const start = (url: string) => spawnApp(app, { ...settings, DATABASE_URL: url })
    await expect(start(server.url.replace(/\/cges\?/, `/above_${app}?`))).rejects.toThrow(
      /is more than cges_.*a superuser.*logins\.sql/,
    )
    await sql(database.url, 'GRANT cges_worker, cges_api TO cges_worker_login, cges_coordinator_login, cges_api_login')
    try {
      await expect(start(urlOf(app, database.url))).rejects.toThrow(/is a member of cges_/)
    } finally {
      await sql(
        database.url,
        'REVOKE cges_worker FROM cges_coordinator_login, cges_api_login; REVOKE cges_api FROM cges_worker_login, cges_coordinator_login',
      )
      await database.drop()
    }
  },
)

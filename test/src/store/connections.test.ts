import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ListPools, pathOf } from '@cges-fleet/core/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnApp } from '../fleet/spawn-app.js'
import {
  type GuardedPostgres,
  makeLogins,
  migrateAsOwner,
  sql,
  startGuardedPostgres,
  urlOf,
} from '../support/manifest-logins.js'

/** Three of PostgreSQL's connections are kept for superusers. */
const ALLOWED = 24
const RESERVED = 3

let postgres: GuardedPostgres | undefined
const held: pg.Client[] = []

beforeAll(async () => {
  postgres = await startGuardedPostgres({ connections: ALLOWED })
  await makeLogins(postgres.url)
  await migrateAsOwner(postgres.url)
})
afterAll(async () => {
  await letGo()
  await postgres?.stop()
})

const server = () => postgres?.url ?? ''

/** Takes connections until so many are left to those who are no superuser, also once those that were being closed are. */
async function leave(left: number): Promise<void> {
  for (let calm = 0; calm < 3; calm += 1) {
    const [row] = await sql<{ taken: number }>(
      server(),
      `SELECT count(*)::int - 1 AS taken FROM pg_stat_activity WHERE datid IS NOT NULL`,
    )
    for (let more = ALLOWED - RESERVED - left - (row?.taken ?? 0); more > 0; more -= 1) {
      const client = new pg.Client({ connectionString: urlOf('worker', server()) })
      await client.connect()
      held.push(client)
      calm = -1
    }
    await sleep(200)
  }
}

async function letGo(): Promise<void> {
  await Promise.all(held.splice(0).map((client) => client.end()))
}

const startApi = (url: string) => spawnApp('api', { DATABASE_URL: url, PORT: '0', STORE_LOGINS: 'own' })

it('starts with a smaller pool where the server has few connections left, and says so', async () => {
  await leave(8)
  const api = await startApi(urlOf('api', server()))
  expect(api.said()).toMatch(/allows 21 connections and 13 are taken: 8 of the 10 .* pool holds 4/)
  expect((await fetch(`${api.listening}${pathOf(ListPools)}`)).status).toBe(200)
  await api.kill('SIGTERM')
  await letGo()
})

it.each([2, 0])('does not start with %i connections left, and says what to raise', async (left) => {
  await leave(left)
  await expect(startApi(urlOf('api', server()))).rejects.toThrow(/max_connections/)
  await letGo()
})

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A PgBouncer in front of the server for the API's login, in one mode. */
async function startPooler(mode: 'session' | 'transaction') {
  const folder = mkdtempSync(join(tmpdir(), 'cges-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const { username, password, searchParams } = new URL(urlOf('api', server()))
  const secret = decodeURIComponent(password).replaceAll('"', '""')
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${secret}"\n`, { mode: 0o644 })
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
cges = host=${searchParams.get('host')} dbname=cges
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = 8
ignore_startup_parameters = options,idle_in_transaction_session_timeout,extra_float_digits
${userInfo().uid === 0 ? 'user = nobody' : ''}
`,
  )
  if (userInfo().uid === 0) chownSync(folder, 65_534, 65_534)
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said).toMatch(/process up/)
  const stop = async () => {
    const over = once(child, 'exit')
    child.kill('SIGINT')
    await over
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}/cges`, stop, said: () => said }
}

it.skipIf(!hasPooler).each(['session', 'transaction'] as const)(
  'acts in its own role behind PgBouncer in the mode %s, which drops what a client asks for at its start',
  async (mode) => {
    const pooler = await startPooler(mode)
    try {
      const api = await startApi(pooler.url)
      const answers = await Promise.all(
        Array.from({ length: 24 }, () => fetch(`${api.listening}${pathOf(ListPools)}`).then(({ status }) => status)),
      )
      expect(new Set(answers)).toEqual(new Set([200]))
      const [row] = await sql<{ roles: string[] }>(pooler.url, `SELECT array_agg(DISTINCT current_user::text) AS roles`)
      expect(row?.roles).toEqual(['cges_api'])
      await api.kill('SIGTERM')
    } finally {
      await pooler.stop()
    }
  },
)

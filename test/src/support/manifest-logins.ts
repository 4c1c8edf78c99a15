import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@cges-fleet/db'
import { startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import { migrateQueue } from '@cges-fleet/queue'
import pg from 'pg'
import { ROOT } from '../deploy/root.js'

/** Whom the manifests let into the database. */
export const LOGIN = {
  owner: 'cges_owner',
  api: 'cges_api_login',
  coordinator: 'cges_coordinator_login',
  gateway: 'cges_gateway_login',
  worker: 'cges_worker_login',
} as const

export type Login = keyof typeof LOGIN

const passwordOf = (login: Login): string => `it's the ${login}'s \\`

/** A PostgreSQL of a test's own that asks for passwords, since logins are the whole server's. */
export interface GuardedPostgres {
  /** The address of its database `cges` for who bootstrapped it: a superuser. */
  readonly url: string
  stop(): Promise<void>
}

export async function startGuardedPostgres(options: { readonly connections?: number } = {}): Promise<GuardedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-logins-'))
  chmodSync(folder, 0o755)
  const server = await startEmbeddedPostgres({ folder, durable: false, ...options })
  const [row] = await sql<{ file: string }>(server.url, `SELECT current_setting('hba_file') AS file`)
  writeFileSync(row?.file ?? '', 'local all postgres trust\nlocal all all scram-sha-256\n')
  await sql(server.url, 'SELECT pg_reload_conf()')
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

/** Runs what the manifests run before they migrate, as they do. */
export async function makeLogins(administrator: string): Promise<void> {
  const logins = Object.keys(LOGIN) as Login[]
  const options = logins.map((login) => `-c logins.${login}=${inOptions(passwordOf(login))}`).join(' ')
  await sql(administrator, readFileSync(`${ROOT}k8s/chart/files/logins/logins.sql`, 'utf8'), options)
}

/** Migrates as the manifests do, with the queue in the database too. */
export async function migrateAsOwner(administrator: string): Promise<string[]> {
  const url = urlOf('owner', administrator)
  await migrateQueue(url)
  const db = await openDatabase({ url, application: 'migrate', connections: 4 })
  return migrate(db).finally(() => db.destroy())
}

/** The address of a database for one of the logins. */
export function urlOf(login: Login, database: string): string {
  const url = new URL(database)
  url.username = LOGIN[login]
  url.password = encodeURIComponent(passwordOf(login))
  return url.href
}

/** Sends statements over a connection of their own; gives the rows of the last. */
export async function sql<Row extends pg.QueryResultRow>(url: string, text: string, options?: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, ...(options === undefined ? {} : { options }) })
  await client.connect()
  const results = await client.query<Row>(text).finally(() => client.end())
  return [results].flat().at(-1)?.rows ?? []
}

/** How PostgreSQL wants a blank written in an option. */
function inOptions(text: string): string {
  return text.replaceAll(/[\\ ]/g, '\\$&')
}

import { randomUUID } from 'node:crypto'
import { type DataSource, openDatabase } from '@cges-fleet/db'
import pg from 'pg'
import { afterEach, beforeEach, inject } from 'vitest'

export interface FreshDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Clones the migrated template: a database of a test's own, in some 20 ms where its files are in memory. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE cges STRATEGY FILE_COPY`)
  return databaseAt(name)
}

/** Makes a database without any table of ours. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name}`)
  return databaseAt(name)
}

function databaseAt(name: string): FreshDatabase {
  const url = new URL(inject('postgres'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('postgres'))
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Opens the database of another connection as one of the fleet's processes sees it. */
export async function openedAs(db: DataSource, role: 'api' | 'coordinator' | 'gateway'): Promise<DataSource> {
  const [row] = await db.query<{ name: string }[]>('SELECT current_database() AS name')
  return openDatabase({ url: databaseAt(row?.name ?? '').url, application: 'test', connections: 1, role })
}

/** Gives every test of a file a migrated database of its own, and takes it away afterwards. */
export function useDatabase(connections = 6): () => DataSource {
  let fresh: FreshDatabase | undefined
  let db: DataSource | undefined
  beforeEach(async () => {
    fresh = await freshDatabase()
    db = await openDatabase({ url: fresh.url, application: 'test', connections })
  })
  afterEach(async () => {
    await db?.destroy()
    await fresh?.drop()
    db = undefined
    fresh = undefined
  })
  return () => {
    if (db === undefined) throw new Error('the database is there inside a test only')
    return db
  }
}

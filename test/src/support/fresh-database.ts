import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

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

import { type DataSource, openDatabase, transaction } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'

let fresh: FreshDatabase
let owner: DataSource
const open: DataSource[] = []

beforeEach(async () => {
  fresh = await freshDatabase()
  owner = await openDatabase({ url: fresh.url, application: 'test', connections: 1 })
})

afterEach(async () => {
  for (const db of [...open.splice(0), owner]) await db.destroy()
  await fresh.drop()
})

async function as(role: 'api' | 'coordinator'): Promise<DataSource> {
  const db = await openDatabase({ url: fresh.url, application: 'test', connections: 1, role })
  open.push(db)
  return db
}

const kept = async (db: DataSource): Promise<string[]> => {
  const rows = await db.query<{ statement: string }[]>('SELECT statement FROM pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

const POOLS = 'SELECT * FROM pool WHERE name = $1'

it('keeps the statements of processes that have few, once each, and no others', async () => {
  const coordinator = await as('coordinator')
  for (const name of ['a', 'b']) await coordinator.query(POOLS, [name])
  expect(await kept(coordinator)).toEqual([POOLS])
  const api = await as('api')
  await api.query('SELECT $1::text', ['a'])
  expect(await kept(api)).toEqual([])
})

it('has no statement compiled, which on a server with LLVM takes longer than running it', async () => {
  for (const db of [owner, await as('api'), await as('coordinator')])
    expect(await db.query('SHOW jit')).toEqual([{ jit: 'off' }])
})

it('keeps so many and no more', async () => {
  const db = await as('coordinator')
  for (let at = 0; at < 510; at += 1) await db.query(`SELECT $1::int + ${at}`, [1])
  expect(await kept(db)).toHaveLength(500)
})

it('goes on where a migration changed a table under what it keeps', async () => {
  const db = await as('coordinator')
  const select = () => transaction(db, (tx) => tx.query<unknown[]>(POOLS, ['a']))
  await select()
  await owner.query('ALTER TABLE pool ADD COLUMN added int')
  expect(await select()).toEqual([])
  await owner.query('ALTER TABLE pool DROP COLUMN added')
  expect(await select()).toEqual([])
})

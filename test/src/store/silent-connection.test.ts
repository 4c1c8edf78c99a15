import { endSilentConnections, isOutage } from '@cges-fleet/db'
import pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'

const SILENT_MS = 400
const ending: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

/** Connections that may all be forgotten at once. */
async function connected(watched: boolean): Promise<{ pool: pg.Pool; proxy: FaultProxy }> {
  // A database that no other test is cloned from: that takes one without connections.
  const url = new URL(inject('postgres'))
  url.pathname = '/postgres'
  const direct = url.href
  const folder = url.searchParams.get('host') ?? ''
  const proxy = await FaultProxy.start({ path: `${folder}/.s.PGSQL.${url.port || '5432'}` })
  url.search = ''
  url.host = `127.0.0.1:${proxy.port}`
  const onConnect = watched ? { onConnect: endSilentConnections(direct, SILENT_MS) } : {}
  const pool = new pg.Pool({ connectionString: url.href, max: 3, ...onConnect })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  ending.push(
    () => proxy.close(),
    () => pool.end(),
  )
  return { pool, proxy }
}

const forget = (proxy: FaultProxy): void => {
  proxy.partition()
  proxy.heal('half-open')
}

it('gives up connections that the network forgot, and goes on with new ones', async () => {
  const { pool, proxy } = await connected(true)
  await Promise.all([1, 2, 3].map(() => pool.query('SELECT pg_sleep(0.05)')))
  forget(proxy)
  const lost = [1, 2, 3].map(() => pool.query('SELECT 1').then(() => null, isOutage))
  expect(await Promise.all(lost)).toEqual([true, true, true])
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('gives up one in the middle of a transaction, too', async () => {
  const { pool, proxy } = await connected(true)
  const client = await pool.connect()
  await client.query('BEGIN')
  forget(proxy)
  await expect(client.query('COMMIT')).rejects.toSatisfy(isOutage)
  client.release(true)
})

it('lets a statement take as long as it needs', async () => {
  const { pool } = await connected(true)
  expect((await pool.query(`SELECT 'awake' AS is FROM pg_sleep($1)`, [(4 * SILENT_MS) / 1000])).rows).toEqual([
    { is: 'awake' },
  ])
})

it('waits for ever where nobody looks: the connections are really forgotten', async () => {
  const { pool, proxy } = await connected(false)
  await pool.query('SELECT 1')
  forget(proxy)
  const answer = pool.query('SELECT 1').then(
    () => 'answered',
    () => 'given up',
  )
  const patience = new Promise((resolve) => setTimeout(resolve, 5 * SILENT_MS, 'silent'))
  expect(await Promise.race([answer, patience])).toBe('silent')
  proxy.reset()
  expect(await answer).toBe('given up')
})

import { migrate, openDatabase, requireMigrated } from '@cges-fleet/db'
import { expect, inject, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../support/databases.js'

it('migrates once, however many processes start at the same time', async () => {
  const fresh = await emptyDatabase()
  const sources = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ url: fresh.url, application: 'migrating', connections: 2 })),
  )
  try {
    const first = sources[0]
    if (first === undefined) throw new Error('no connection')
    await expect(requireMigrated(first)).rejects.toThrow(/run `cges migrate`/)
    const ran = await Promise.all(sources.map((source) => migrate(source)))
    expect(ran.flat()).toEqual(['Initial1766000000000'])
    expect(await first.query('SELECT count(*)::int AS n FROM team')).toEqual([{ n: 1 }])
    await expect(requireMigrated(first)).resolves.toBeUndefined()
  } finally {
    await Promise.all(sources.map((source) => source.destroy()))
    await fresh.drop()
  }
})

it('changes nothing when there is nothing to migrate, and lets go of its lock', async () => {
  const fresh = await freshDatabase()
  const source = await openDatabase({ url: fresh.url, application: 'migrating', connections: 2 })
  try {
    expect(await migrate(source)).toEqual([])
    expect(await migrate(source)).toEqual([])
    const locks = await source.query(
      `SELECT count(*)::int AS n FROM pg_locks
       WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(locks).toEqual([{ n: 0 }])
  } finally {
    await source.destroy()
    await fresh.drop()
  }
})

it('refuses a database that no migration leads from, and leaves it as it was', async () => {
  const fresh = await freshDatabase()
  const source = await openDatabase({ url: fresh.url, application: 'migrating', connections: 2 })
  try {
    await source.query(`UPDATE migration SET name = 'Initial1763700000000'`)
    await expect(migrate(source)).rejects.toThrow(/made by an unreleased version.*npm run db -- reset/)
    expect(await source.query('SELECT name FROM migration')).toEqual([{ name: 'Initial1763700000000' }])
  } finally {
    await source.destroy()
    await fresh.drop()
  }
})

it('changes nothing in the schema of a newer release, on which processes start all the same', async () => {
  const fresh = await freshDatabase()
  const source = await openDatabase({ url: fresh.url, application: 'rolled back', connections: 2 })
  const newer = `INSERT INTO migration (timestamp, name) VALUES (1999000000000, 'Newer1999000000000')`
  const rights = `SELECT obj_description('migration'::regclass) AS applied, relacl::text FROM pg_class WHERE relname = 'sample'`
  try {
    await source.query(newer)
    await source.query(
      `CREATE TABLE added (id int); GRANT DELETE ON sample TO cges_worker; COMMENT ON TABLE migration IS 'newer'`,
    )
    const before: unknown = await source.query(rights)
    expect(await migrate(source)).toEqual([])
    expect(await source.query(rights)).toEqual(before)
    await expect(requireMigrated(source)).resolves.toBeUndefined()
  } finally {
    await source.destroy()
    await fresh.drop()
  }
})

const OTHER_BUILD = `
CREATE FUNCTION gone(_a int) RETURNS int LANGUAGE sql AS 'SELECT 1';
GRANT EXECUTE ON FUNCTION gone(int) TO cges_worker;
DROP FUNCTION fleet_demand(text);
CREATE FUNCTION fleet_demand(_named text) RETURNS int LANGUAGE sql AS 'SELECT 1';
COMMENT ON TABLE migration IS 'another build'`

const may = (role: string, call: string) => `has_function_privilege('${role}', '${call}', 'EXECUTE')`

it('takes the database of another build with the same schema, whatever functions that one had', async () => {
  const fresh = await freshDatabase()
  const source = await openDatabase({ url: fresh.url, application: 'another build', connections: 2 })
  try {
    await source.query(OTHER_BUILD)
    expect(await migrate(source)).toEqual([])
    expect(await source.query('SELECT count(*)::int AS n FROM fleet_demand(NULL)')).toEqual([{ n: 0 }])
    const asked = `SELECT ${may('cges_api', 'fleet_demand(text)')} AS api, ${may('cges_worker', 'fleet_demand(text)')} AS worker,
      ${may('cges_worker', 'gone(int)')} AS old, ${may('cges_api', 'gone(int)')} AS others`
    expect(await source.query(asked)).toEqual([{ api: true, worker: false, old: true, others: false }])
    await expect(requireMigrated(source)).resolves.toBeUndefined()
  } finally {
    await source.destroy()
    await fresh.drop()
  }
})

it('makes the whole schema or nothing', async () => {
  const empty = await emptyDatabase()
  const source = await openDatabase({ url: empty.url, application: 'migrating', connections: 2 })
  try {
    await source.query('CREATE TABLE worker_point (pool text)')
    await expect(migrate(source)).rejects.toThrow(/worker_point/)
    expect(await source.query(`SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
      { n: 1 },
    ])
    await source.query('DROP TABLE worker_point')
    expect(await migrate(source)).toEqual(['Initial1766000000000'])
  } finally {
    await source.destroy()
    await empty.drop()
  }
})

it('says what to set where the database cannot be used, without the password', async () => {
  const url = new URL(inject('postgres'))
  url.pathname = '/there_is_none'
  url.password = 'secret'
  const opened = openDatabase({ url: url.href, application: 'test', connections: 1 })
  await expect(opened).rejects.toThrow(/there_is_none.*set DATABASE_URL/)
  await expect(opened).rejects.not.toThrow(/secret/)
})

it('migrates beside what an extension keeps, such as the statistics of a managed server', async () => {
  const fresh = await emptyDatabase()
  const source = await openDatabase({ url: fresh.url, application: 'migrating', connections: 2 })
  try {
    await source.query('CREATE EXTENSION pg_stat_statements')
    await source.query('CREATE EXTENSION pg_trgm')
    expect((await migrate(source)).length).toBeGreaterThan(0)
    expect(await source.query(`SELECT relrowsecurity AS walled FROM pg_class WHERE relname = 'call'`)).toEqual([
      { walled: true },
    ])
  } finally {
    await source.destroy()
    await fresh.drop()
  }
})

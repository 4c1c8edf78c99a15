import { migrate, openDatabase } from '@cges-fleet/db'
import { migrateQueue } from '@cges-fleet/queue'
import { expect, it } from 'vitest'
import { round, submit, WORKER } from '../support/evaluation-rows.js'
import { makeLogins, migrateAsOwner, sql, startGuardedPostgres, urlOf } from '../support/manifest-logins.js'

it('changes owners where one superuser did everything, twice over, and no row', async () => {
  const server = await startGuardedPostgres()
  try {
    await migrateQueue(server.url)
    const before = await openDatabase({ url: server.url, application: 'test', connections: 2 })
    await migrate(before)
    await round(before, await submit(before)).finally(() => before.destroy())
    const [rows] = await sql<{ n: number }>(server.url, 'SELECT count(*)::int AS n FROM call')
    expect(rows?.n).toBeGreaterThan(0)
    await makeLogins(server.url)
    await makeLogins(server.url)
    await migrateAsOwner(server.url)
    const others = await sql(
      server.url,
      `SELECT 1 FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace) AND relowner <> 'cges_owner'::regrole
       UNION ALL SELECT 1 FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner <> 'cges_owner'::regrole`,
    )
    expect(others).toEqual([])
    expect(await sql(urlOf('coordinator', server.url), 'SELECT count(*)::int AS n FROM call')).toEqual([rows])
  } finally {
    await server.stop()
  }
})

it('makes the logins for an administrator who is no superuser, as of a managed server, again and again', async () => {
  const server = await startGuardedPostgres()
  try {
    await sql(server.url, `CREATE ROLE administrator LOGIN CREATEROLE CREATEDB PASSWORD 'administers'`)
    const url = new URL(server.url)
    ;[url.username, url.password] = ['administrator', 'administers']
    const postgres = new URL(url)
    url.pathname = '/managed'
    await sql(postgres.href, 'CREATE DATABASE managed')
    await makeLogins(url.href)
    expect((await migrateAsOwner(url.href)).length).toBeGreaterThan(0)
    const worker = urlOf('worker', url.href)
    const before = await openDatabase({ url: urlOf('owner', url.href), application: 'test', connections: 2 })
    await round(before, await submit(before)).finally(() => before.destroy())
    await makeLogins(url.href)
    expect(await migrateAsOwner(url.href)).toEqual([])
    await expect(sql(worker, 'SELECT 1 FROM call')).rejects.toThrow(/permission denied for table/)
    expect(await sql(worker, `SELECT 1 FROM running_evaluations('${WORKER.id}', '${WORKER.secret}')`)).toHaveLength(1)
  } finally {
    await server.stop()
  }
})

const TEMPORARY = `
SELECT has_database_privilege('cges_worker_login', current_database(), 'TEMPORARY') AS worker,
       has_database_privilege('cges_owner', current_database(), 'TEMPORARY') AS owner`

it('closes a database to temporary tables again, after a restore into a new one, if its owner migrates', async () => {
  const server = await startGuardedPostgres()
  try {
    await makeLogins(server.url)
    await migrateAsOwner(server.url)
    const restored = new URL(server.url)
    restored.pathname = '/restored'
    await sql(server.url, 'CREATE DATABASE restored TEMPLATE cges OWNER cges_owner')
    expect(await sql(restored.href, TEMPORARY)).toEqual([{ worker: true, owner: true }])
    expect(await migrateAsOwner(restored.href)).toEqual([])
    expect(await sql(restored.href, TEMPORARY)).toEqual([{ worker: false, owner: true }])
    await sql(
      restored.href,
      'ALTER DATABASE restored OWNER TO postgres; GRANT TEMPORARY ON DATABASE restored TO PUBLIC',
    )
    await sql(restored.href, 'GRANT CREATE ON DATABASE restored TO cges_owner; COMMENT ON TABLE migration IS NULL')
    expect(await migrateAsOwner(restored.href)).toEqual([])
    expect(await sql(restored.href, TEMPORARY)).toEqual([{ worker: true, owner: true }])
  } finally {
    await server.stop()
  }
})

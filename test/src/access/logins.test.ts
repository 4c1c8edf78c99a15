import { openDatabase } from '@cges-fleet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { round, submit } from '../support/evaluation-rows.js'
import {
  type GuardedPostgres,
  LOGIN,
  type Login,
  makeLogins,
  migrateAsOwner,
  sql,
  startGuardedPostgres,
  urlOf,
} from '../support/manifest-logins.js'

/** A server set up as the manifests do, with a submitted evaluation. */
let server: GuardedPostgres
const logins = Object.keys(LOGIN) as Login[]
const processes = logins.filter((login) => login !== 'owner')

beforeAll(async () => {
  server = await startGuardedPostgres()
  await makeLogins(server.url)
  await migrateAsOwner(server.url)
  const owner = await openDatabase({ url: urlOf('owner', server.url), application: 'test', connections: 2 })
  await round(owner, await submit(owner)).finally(() => owner.destroy())
})

afterAll(() => server?.stop())

/** Runs statements one after another on one connection of a login; returns the outcome of the last. */
const tried = (login: Login, ...statements: string[]) =>
  sql<Record<string, unknown>>(urlOf(login, server.url), statements.join(';')).then(
    (rows) => rows,
    (error: Error) => error.message,
  )

it('asks every login for its password', async () => {
  const url = new URL(urlOf('worker', server.url))
  url.password = 'another'
  await expect(sql(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  for (const login of logins) expect(await tried(login, 'SELECT session_user AS me')).toEqual([{ me: LOGIN[login] }])
})

it('has one superuser, who bootstraps the server, and logins that are members of their own role alone', async () => {
  const roles = await sql<{ name: string }>(
    server.url,
    `SELECT rolname AS name FROM pg_roles
     WHERE rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls`,
  )
  expect(roles).toEqual([{ name: 'postgres' }])
  const members = await sql<{ role: string; member: string }>(
    server.url,
    `SELECT roleid::regrole::text AS role, member::regrole::text AS member FROM pg_auth_members
     WHERE NOT pg_has_role(member, 'pg_monitor', 'MEMBER') ORDER BY 1`,
  )
  expect(members).toEqual(processes.map((login) => ({ role: `cges_${login}`, member: LOGIN[login] })))
})

it('has everything owned by the login that migrates', async () => {
  const owned = await sql<{ owner: string }>(
    server.url,
    `SELECT relowner::regrole::text AS owner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace)
     UNION SELECT proowner::regrole::text FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'bullmq'::regnamespace)
     UNION SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname IN ('public', 'bullmq')
     UNION SELECT datdba::regrole::text FROM pg_database WHERE datname = 'cges'`,
  )
  expect(owned).toEqual([{ owner: 'cges_owner' }])
})

describe.each(logins)('the login of %s', (login) => {
  it('becomes nobody else, whatever it was before', async () => {
    const others = await sql<{ name: string }>(
      server.url,
      `SELECT rolname AS name FROM pg_roles WHERE rolname NOT IN ('${LOGIN[login]}', 'cges_${login}', 'pg_database_owner')`,
    )
    expect(others.length).toBeGreaterThan(6)
    for (const { name } of others) {
      expect(await tried(login, `SET ROLE "${name}"`), name).toMatch(/permission denied to set role/)
      expect(await tried(login, `SET SESSION AUTHORIZATION "${name}"`), name).toMatch(
        /permission denied to set session authorization/,
      )
      expect(await tried(login, `GRANT "${name}" TO CURRENT_USER`), name).toMatch(/permission denied|must have admin/)
    }
    for (const back of [
      'RESET ROLE',
      'SET ROLE NONE',
      'RESET SESSION AUTHORIZATION',
      'SET SESSION AUTHORIZATION DEFAULT',
    ]) {
      const setRole = login === 'owner' ? [] : [`SET ROLE cges_${login}`]
      expect(await tried(login, ...setRole, back, 'SELECT session_user AS me, current_user AS now'), back).toEqual([
        {
          me: LOGIN[login],
          now: expect.toBeOneOf(login === 'owner' ? [LOGIN.owner] : [LOGIN[login], `cges_${login}`]),
        },
      ])
    }
  })

  it('gives itself nothing, and reaches nothing outside the database', async () => {
    for (const statement of [
      'ALTER ROLE CURRENT_USER SUPERUSER',
      'ALTER ROLE CURRENT_USER BYPASSRLS',
      'CREATE ROLE another LOGIN',
      `ALTER ROLE cges_owner PASSWORD ${login === 'owner' ? 'NULL VALID' : "'mine'"}`,
      'CREATE DATABASE mine',
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `SELECT pg_read_file('postgresql.conf')`,
      `SELECT lo_import('/etc/passwd')`,
      'ALTER SYSTEM SET log_statement = none',
      'SELECT 1 FROM pg_authid',
    ]) {
      expect(await tried(login, statement), statement).toMatch(/permission denied|must be|syntax error/)
    }
  })
})

it.each(processes)('lets %s make nothing and own nothing', async (login) => {
  for (const statement of [
    'CREATE TABLE mine (id int)',
    'CREATE TEMPORARY TABLE sample (id int)',
    'CREATE SCHEMA mine',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'ALTER TABLE evaluation DISABLE ROW LEVEL SECURITY',
    'DROP POLICY team_rows ON evaluation',
    'ALTER FUNCTION claim_calls SECURITY INVOKER',
    'ALTER TABLE gold OWNER TO CURRENT_USER',
    'ALTER TABLE gold RENAME TO mine',
    'ALTER DATABASE cges OWNER TO CURRENT_USER',
    'TRUNCATE verdict',
    'DROP SCHEMA bullmq CASCADE',
  ]) {
    expect(await tried(login, statement), statement).toMatch(/permission denied|must be owner/)
  }
})

const reach = (login: Login, privileges: string) =>
  sql<{ name: string }>(
    server.url,
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'bullmq') AND c.relkind IN ('r', 'p', 'v', 'm')
       AND (has_table_privilege('${LOGIN[login]}', c.oid, '${privileges}')
            OR has_any_column_privilege('${LOGIN[login]}', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
               AND '${privileges}' LIKE 'SELECT%') ORDER BY 1`,
  ).then((rows) => rows.map(({ name }) => name))

it('shows a worker no table of ours but the list of migrations, which it cannot change', async () => {
  expect(await reach('worker', 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')).toEqual(['migration'])
  expect(await reach('worker', 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')).toEqual([])
  for (const table of ['gold', 'verdict', 'question', 'evaluation', 'sample', 'api_key', 'session', 'audit']) {
    for (const statement of [`SELECT 1 FROM ${table}`, `DELETE FROM ${table}`]) {
      expect(await tried('worker', `SET cges.owner = 'on'`, statement), statement).toMatch(
        /permission denied for table/,
      )
    }
  }
})

it('shows a coordinator no key, session, log or bucket', async () => {
  const seen = await reach('coordinator', 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
  expect(seen).toContain('gold')
  expect(seen.filter((name) => /^(api_key|session|audit|refusal|request_bucket)$/.test(name))).toEqual([])
  expect(await reach('coordinator', 'TRUNCATE, REFERENCES, TRIGGER')).toEqual([])
  expect((await reach('coordinator', 'DELETE')).join(' ')).toBe(
    'call chat_reply live_figures pool_point prefix_outcome sample standing team_point webhook worker_point',
  )
  expect(await tried('coordinator', 'INSERT INTO gold SELECT * FROM gold')).toMatch(/permission denied/)
})

it('shows a gateway keys and what is in flight, and no text, answer or question', async () => {
  expect(await reach('gateway', 'DELETE, TRUNCATE, REFERENCES, TRIGGER')).toEqual(['call', 'chat_reply'])
  expect((await reach('gateway', 'INSERT, UPDATE')).join(' ')).toBe(
    'call call_ledger chat_request kept_request refusal request_audit request_bucket storage turn usage',
  )
  for (const what of [
    '1 FROM gold',
    '1 FROM question',
    '1 FROM sample_body',
    '1 FROM verdict',
    'raw_answer FROM sample',
  ]) {
    expect(await tried('gateway', `SELECT ${what}`), what).toMatch(/permission denied/)
  }
  expect(await tried('gateway', 'SELECT 1 FROM session')).toMatch(/permission denied/)
})

const calls = (login: Login) =>
  sql<{ name: string }>(
    server.url,
    `SELECT proname AS name FROM pg_proc p
     WHERE pronamespace = 'public'::regnamespace AND has_function_privilege('${LOGIN[login]}', p.oid, 'EXECUTE') ORDER BY 1`,
  ).then((rows) => rows.map(({ name }) => name))

it('lets each login call its own functions, and PUBLIC none', async () => {
  expect(await calls('worker')).toEqual([
    'claim_calls',
    'claim_score',
    'deregister_worker',
    'drawing_context',
    'end_calls',
    'enter_pool',
    'give_up_call',
    'land_chats',
    'land_ranking',
    'land_samples',
    'needed_calls',
    'promise_abilities',
    'register_worker',
    'renew_calls',
    'running_evaluations',
  ])
  expect(await calls('coordinator')).toEqual([
    'erase_evaluation',
    'erase_texts',
    'erase_trials',
    'expire_evaluations',
    'expire_texts',
    'fleet_demand',
    'forget_expired',
    'forget_kept_requests',
    'forget_requests',
    'pool_reservations',
  ])
  expect(await calls('api')).toEqual([
    'delete_evaluation',
    'enter_imported_pool',
    'fleet_demand',
    'open_share',
    'pool_queue',
    'pool_reservations',
    'pool_team_points',
    'promise_pool',
  ])
  expect(await calls('gateway')).toEqual([])
  for (const login of ['worker', 'api', 'gateway'] as const) {
    expect(await tried(login, 'SELECT forget_expired(365, 30, 1)')).toMatch(/permission denied for function/)
  }
})

it('runs every function that acts as the owner on a search path of its own, temporary tables last', async () => {
  const open = await sql<{ name: string }>(
    server.url,
    `SELECT proname AS name FROM pg_proc WHERE prosecdef
       AND NOT coalesce(proconfig && ARRAY['search_path=public, pg_temp', 'search_path=bullmq, pg_temp'], false)`,
  )
  expect(open).toEqual([])
})

import { createHash } from 'node:crypto'
import type { QueryRunner } from 'typeorm'
import { replaceStatement, signatureOf } from '../schema/database-function.js'
import { DATABASE_FUNCTIONS, WORKER_FUNCTIONS } from '../schema/functions.js'
import { DATABASE_ROLE, type DatabaseRole } from './logins.js'
import { accessOf, gatewayMay, grantStatements, policyStatements, SEEN_BY_WORKERS } from './table-access.js'

/**
 * Grants access to every table and function as the files here declare it, and creates the worker functions. Runs after
 * the migrations, so that nothing new is ever open to the wrong role. A no-op if nothing changed.
 */
export async function applyAccess(runner: QueryRunner): Promise<void> {
  await ensureRoles(runner)
  await revokeTemporary(runner)
  const statements = await accessStatements(runner)
  const applied = createHash('sha256').update(statements.join(';')).digest('hex')
  if ((await lastApplied(runner)) === applied) return
  await runner.startTransaction()
  try {
    await runner.query([...statements, `COMMENT ON TABLE migration IS '${applied}'`].join(';\n'))
    await runner.commitTransaction()
  } catch (error) {
    await runner.rollbackTransaction()
    throw error
  }
}

/**
 * No process may create temporary tables. A dump holds no right to the database itself, so a restored one is open until
 * its owner migrates it; whoever migrates without owning it leaves that to the owner.
 */
async function revokeTemporary(runner: QueryRunner): Promise<void> {
  const open: { statement: string }[] = await runner.query(OPEN_TO_ALL)
  for (const { statement } of open) await runner.query(statement)
}

const OPEN_TO_ALL = `
SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', d.datname) AS statement
FROM pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) held
WHERE d.datname = current_database() AND pg_has_role(d.datdba, 'USAGE')
  AND held.grantee = 0 AND held.privilege_type = 'TEMPORARY'`

async function lastApplied(runner: QueryRunner): Promise<string | null> {
  const rows: { applied: string | null }[] = await runner.query(
    `SELECT obj_description('public.migration'::regclass) AS applied`,
  )
  return rows[0]?.applied ?? null
}

/**
 * Roles belong to the server, not to one database: another process may have created them, or be doing so now. Creating
 * a role makes one a member of it, which is all that separates processes sharing one login.
 */
async function ensureRoles(runner: QueryRunner): Promise<void> {
  for (const role of Object.values(DATABASE_ROLE)) {
    const known: unknown[] = await runner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
    if (known.length > 0) continue
    await runner.query(`CREATE ROLE ${role} NOLOGIN`).catch(orMadeMeanwhile(role))
    await runner.query(`GRANT ${role} TO CURRENT_USER`)
  }
}

const DUPLICATE = new Set(['42710', '23505'])

function orMadeMeanwhile(role: string): (error: unknown) => void {
  return (cause) => {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
    if (DUPLICATE.has(code)) return
    throw new Error(
      `the role ${role} is missing and this login may not create it. Have an administrator of the server run ` +
        `CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO this login; or logins.sql, which creates every role`,
      { cause },
    )
  }
}

const { api, coordinator, gateway, worker } = DATABASE_ROLE
const ROLES = Object.values(DATABASE_ROLE).join(', ')

/**
 * Builds the statements that grant each role its rights in the database as it is now; the same list every time until a
 * table or function is added.
 */
async function accessStatements(runner: QueryRunner): Promise<string[]> {
  const { owner, tables, functions } = await selectPresent(runner)
  return [
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
    `GRANT USAGE ON SCHEMA public TO ${ROLES}`,
    ...DATABASE_FUNCTIONS.map(replaceStatement),
    ...tables.flatMap((table) => tableStatements(table, owner)),
    ...[...new Set([...functions, ...DATABASE_FUNCTIONS.map(signatureOf)])].flatMap(callStatements),
    ...(await queueStatements(runner)),
  ]
}

interface Present {
  /** The owner of the tables; a superuser may migrate on its behalf. */
  readonly owner: string
  readonly tables: readonly string[]
  readonly functions: readonly string[]
}

async function selectPresent(runner: QueryRunner): Promise<Present> {
  const [present]: (Present | undefined)[] = await runner.query(PRESENT)
  if (present === undefined) throw new Error('no answer')
  return present
}

const PRESENT = `
SELECT (SELECT relowner::regrole::name FROM pg_class WHERE oid = 'public.migration'::regclass) AS owner,
       ARRAY(SELECT c.relname::text FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (
               SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1) AS tables,
       ARRAY(SELECT p.proname || '(' || array_to_string(ARRAY(
               SELECT format_type(a.type, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY AS a(type, nth) ORDER BY nth), ', ') || ')'
             FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (
               SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1) AS functions`

function tableStatements(table: string, owner: string): string[] {
  const access = accessOf(table)
  if (access === null) throw new Error(`table "${table}": say in packages/db/src/access/table-access.ts who may see it`)
  const may = {
    [api]: access.apiMay,
    [coordinator]: access.coordinatorMay,
    [gateway]: gatewayMay(table),
    [worker]: table === SEEN_BY_WORKERS ? 'SELECT' : null,
  }
  return [...policyStatements(table, access, owner), ...grantStatements(table, may)]
}

/** A function that only another build has stays open to that build's processes, and to nobody else. */
function callStatements(signature: string): string[] {
  const callers = callersOf(signature)
  if (callers === null) return [`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`]
  return [
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC, ${ROLES}`,
    ...callers.map((role) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${DATABASE_ROLE[role]}`),
  ]
}

const ACCESS: Readonly<Record<string, readonly DatabaseRole[]>> = {
  'fleet_demand(text)': ['api', 'coordinator'],
  'pool_reservations(text)': ['api', 'coordinator'],
  'pool_queue(text)': ['api'],
  'pool_team_points(text, integer, interval, timestamp with time zone)': ['api'],
  'enter_imported_pool(text, text)': ['api'],
  'promise_pool(text, jsonb)': ['api'],
  'forget_expired(integer, integer, integer)': ['coordinator'],
  'forget_requests(integer)': ['coordinator'],
  'forget_kept_requests(integer, integer)': ['coordinator'],
  'delete_evaluation(uuid)': ['api'],
  'open_share(bytea)': ['api'],
  'expire_evaluations(uuid[])': ['coordinator'],
  'erase_trials(uuid, integer)': ['coordinator'],
  'erase_evaluation(uuid)': ['coordinator'],
  'expire_texts(uuid[])': ['coordinator'],
  'erase_texts(uuid, integer)': ['coordinator'],
  // Triggers: nobody calls them.
  'refuse_change()': [],
  'refuse_loss()': [],
  'refuse_move()': [],
  'refuse_second_sample()': [],
  'seal_entry()': [],
  'tell_gateway()': [],
  'wake_worker()': [],
  'wake_workers()': [],
}

/** Returns the roles that may call a function; null for a function that is not listed: nobody may call a new one. */
function callersOf(signature: string): readonly DatabaseRole[] | null {
  return ACCESS[signature] ?? (OF_WORKERS.has(signature) ? ['worker'] : null)
}

const OF_WORKERS = new Set(WORKER_FUNCTIONS.map(signatureOf))

/** BullMQ's functions that create sequences or temporary tables for a new queue: processes may create neither. */
const MAKERS = ['next_job_id(text)', 'add_jobs_bulk(text, jsonb)']

/**
 * The statements that let every process use the PostgreSQL queue, if its owner has created it: its rows, not its
 * tables. It holds ids alone, and losing it loses nothing.
 */
async function queueStatements(runner: QueryRunner): Promise<string[]> {
  const relations: { kind: string; name: string }[] = await runner.query(RELATIONS)
  if (relations.length === 0) return []
  const [schema]: { version: number }[] = await runner.query('SELECT max(version) AS version FROM bullmq.migration')
  const roles = Object.values(DATABASE_ROLE).join(', ')
  return [
    // A new version may have recreated its functions.
    `COMMENT ON SCHEMA bullmq IS 'version ${schema?.version ?? 0}'`,
    `GRANT USAGE ON SCHEMA bullmq TO ${roles}`,
    ...relations.map(({ kind, name }) =>
      kind === 'S'
        ? `GRANT USAGE ON SEQUENCE ${name} TO ${roles}`
        : `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${roles}`,
    ),
    ...MAKERS.map((maker) => `ALTER FUNCTION bullmq.${maker} SECURITY DEFINER SET search_path = bullmq, pg_temp`),
  ]
}

/** The sequence of a queue's ids is left out: it is transient, and only the functions above read it. */
const RELATIONS = `
SELECT c.relkind AS kind, format('%I.%I', n.nspname, c.relname) AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'bullmq' AND c.relkind IN ('r', 'p', 'v', 'S') AND c.relname NOT LIKE 'bullmq\\_jid\\_%'
  AND pg_has_role(n.nspowner, 'USAGE') ORDER BY 2`

import type { QueryRunner } from 'typeorm'
import { functionStatement, signatureOf } from '../functions/database-function.js'
import { DATABASE_FUNCTIONS } from '../functions/database-functions.js'
import { DATABASE_ROLE } from './database-role.js'
import { callersOf } from './function-access.js'
import { queueStatements } from './queue-access.js'
import { grantStatements, policyStatements } from './row-policies.js'
import { accessOf, SEEN_BY_WORKERS } from './table-access.js'

const { api, coordinator, worker } = DATABASE_ROLE
const ROLES = Object.values(DATABASE_ROLE).join(', ')

/**
 * Builds the statements that grant each role its rights in the database as it is now; the same list every time until a
 * table or function is added.
 */
export async function accessStatements(runner: QueryRunner): Promise<string[]> {
  const { owner, tables, functions } = await selectPresent(runner)
  return [
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
    `GRANT USAGE ON SCHEMA public TO ${ROLES}`,
    ...DATABASE_FUNCTIONS.map(functionStatement),
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
    [worker]: table === SEEN_BY_WORKERS ? 'SELECT' : null,
  }
  return [...policyStatements(table, access, owner), ...grantStatements(table, may)]
}

function callStatements(signature: string): string[] {
  const callers = callersOf(signature)
  if (callers === null) {
    throw new Error(`function ${signature}: say in packages/db/src/access/function-access.ts who may call it`)
  }
  return [
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC, ${ROLES}`,
    ...callers.map((role) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${DATABASE_ROLE[role]}`),
  ]
}

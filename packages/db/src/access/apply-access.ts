import { createHash } from 'node:crypto'
import type { QueryRunner } from 'typeorm'
import { DATABASE_ROLE } from './database-role.js'
import { accessOf, grantStatements, policyStatements } from './row-policies.js'

const ROLES = Object.values(DATABASE_ROLE)

/**
 * Gives every table its policies and grants, as `row-policies.ts` has them: run after the migrations, so that a new
 * table is closed to other teams from its first day. Changes nothing where nothing changed.
 */
export async function applyAccess(runner: QueryRunner): Promise<void> {
  const statements = await accessStatements(runner)
  const applied = createHash('sha256').update(statements.join(';')).digest('hex')
  await ensureRoles(runner)
  if ((await lastApplied(runner)) === applied) return
  await runner.startTransaction()
  try {
    for (const statement of statements) await runner.query(statement)
    await runner.query(`COMMENT ON TABLE migration IS '${applied}'`)
    await runner.commitTransaction()
  } catch (error) {
    await runner.rollbackTransaction()
    throw error
  }
}

async function accessStatements(runner: QueryRunner): Promise<string[]> {
  const [who]: { owner: string }[] = await runner.query('SELECT current_user AS owner')
  const owner = who?.owner ?? ''
  const tables: { name: string; hasTeam: boolean }[] = await runner.query(TABLES)
  const perTable = tables.flatMap(({ name, hasTeam }) => {
    const access = accessOf(name, hasTeam)
    if (access !== null) return [...policyStatements(name, access, owner), ...grantStatements(name, access)]
    throw new Error(`table "${name}" has no team_id: say in packages/db/src/access/row-policies.ts who may see it`)
  })
  const roles = ROLES.join(', ')
  return [
    `GRANT USAGE ON SCHEMA public TO ${roles}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${roles}`,
    `GRANT EXECUTE ON FUNCTION pool_load(text) TO ${DATABASE_ROLE.api}`,
    `GRANT EXECUTE ON FUNCTION forget_expired(integer, integer, integer) TO ${DATABASE_ROLE.fleet}`,
    ...perTable,
  ]
}

const TABLES = `
SELECT c.relname AS name, EXISTS (
         SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped) AS "hasTeam"
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') ORDER BY 1`

async function lastApplied(runner: QueryRunner): Promise<string | null> {
  const rows: { applied: string | null }[] = await runner.query(
    `SELECT obj_description('public.migration'::regclass) AS applied`,
  )
  return rows[0]?.applied ?? null
}

/** Roles belong to the server, not to one database: another may have made them, or be making them now. */
async function ensureRoles(runner: QueryRunner): Promise<void> {
  for (const role of ROLES) {
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
      `the role ${role} is missing and this user may not make it: have a superuser run ` +
        `CREATE ROLE cges_api NOLOGIN; CREATE ROLE cges_fleet NOLOGIN; GRANT cges_api, cges_fleet TO <this user>;`,
      { cause },
    )
  }
}

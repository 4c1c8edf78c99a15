import { createHash } from 'node:crypto'
import type { QueryRunner } from 'typeorm'
import { accessStatements } from './access-statements.js'
import { DATABASE_ROLE } from './database-role.js'

const ROLES = Object.values(DATABASE_ROLE)

/**
 * Grants access to every table and function as the files here declare it, and creates the worker functions. Runs after
 * the migrations, so that nothing new is ever open to the wrong role. A no-op if nothing changed.
 */
export async function applyAccess(runner: QueryRunner): Promise<void> {
  await ensureRoles(runner)
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
      `the role ${role} is missing and this user may not make it: have an administrator of the server run ` +
        `k8s/chart/files/logins/logins.sql (docs/operations.md, Install)`,
      { cause },
    )
  }
}

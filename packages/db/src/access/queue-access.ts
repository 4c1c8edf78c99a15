import type { QueryRunner } from 'typeorm'
import { DATABASE_ROLE } from './database-role.js'

/**
 * The statements that let every process use the queue in PostgreSQL, where whoever migrates has made it: its rows, not
 * its tables. It holds ids alone, and losing it loses nothing.
 */
export async function queueStatements(runner: QueryRunner): Promise<string[]> {
  const present: { kind: string; name: string }[] = await runner.query(RELATIONS)
  const roles = Object.values(DATABASE_ROLE).join(', ')
  const grants = present.map(({ kind, name }) =>
    kind === 'S'
      ? `GRANT USAGE ON SEQUENCE ${name} TO ${roles}`
      : `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${roles}`,
  )
  return grants.length === 0 ? [] : [`GRANT USAGE ON SCHEMA bullmq TO ${roles}`, ...grants]
}

const RELATIONS = `
SELECT c.relkind AS kind, format('%I.%I', n.nspname, c.relname) AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'bullmq' AND c.relkind IN ('r', 'p', 'v', 'S') AND pg_has_role(n.nspowner, 'USAGE') ORDER BY 2`

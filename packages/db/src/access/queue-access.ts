import type { QueryRunner } from 'typeorm'
import { DATABASE_ROLE } from './database-role.js'

/** BullMQ's functions that create sequences or temporary tables for a new queue: processes may create neither. */
const MAKERS = ['next_job_id(text)', 'add_jobs_bulk(text, jsonb)']

/**
 * The statements that let every process use the PostgreSQL queue, if its owner has created it: its rows, not its
 * tables. It holds ids alone, and losing it loses nothing.
 */
export async function queueStatements(runner: QueryRunner): Promise<string[]> {
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

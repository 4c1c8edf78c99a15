import type { DataSource } from '@cges-fleet/db'

/** The tables in which an evaluation leaves rows, and the condition that finds its rows in each. */
const LEFT: Readonly<Record<string, string>> = {
  evaluation: 'id = $1',
  spending: 'evaluation_id = $1',
  evaluation_event: 'evaluation_id = $1',
  trial: 'evaluation_id = $1',
  call: 'evaluation_id = $1',
  call_ledger: 'evaluation_id = $1',
  sample: 'evaluation_id = $1',
  sample_body: 'trial_id IN (SELECT id FROM trial WHERE evaluation_id = $1)',
  verdict: 'evaluation_id = $1',
  method_calls: 'evaluation_id = $1',
  live_figures: 'evaluation_id = $1',
  progress: 'evaluation_id = $1',
}

/** Columns that refer to a row that is copied too. */
const OWN = new Set(['id', 'evaluation_id', 'trial_id', 'call_id'])

/**
 * Copies a finished evaluation with all its rows, as copies `from` to `to`: a history of what the fleet itself wrote.
 */
export async function copyEvaluation(db: DataSource, id: string, { from, to }: { from: number; to: number }) {
  const runner = db.createQueryRunner()
  try {
    // The originals were checked when they were written.
    await runner.query('SET session_replication_role = replica')
    for (const [table, rows] of Object.entries(LEFT)) {
      const columns: { name: string }[] = await runner.query(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
        [table],
      )
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const values = columns.map(({ name }) => copied(name)).join(', ')
      await runner.query(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} CROSS JOIN generate_series($2::int, $3::int) AS copy
         WHERE ${rows}`,
        [id, from, to],
      )
    }
    await runner.query('SET session_replication_role = DEFAULT')
    await runner.query('VACUUM (ANALYZE)')
    await runner.query('CHECKPOINT')
  } finally {
    await runner.release()
  }
}

/** The ids of a copy sort together, as those of evaluations created one after another do. */
function copied(name: string): string {
  if (name === 'idempotency_key') return 'NULL'
  if (!OWN.has(name)) return `"${name}"`
  return `('00' || lpad(to_hex(copy), 6, '0') || substr(md5(copy || "${name}"::text), 9))::uuid`
}

import type { DataSource } from 'typeorm'
import { applyAccess } from './access/apply-access.js'
import { signatureOf } from './functions/database-function.js'
import { WORKER_FUNCTIONS } from './functions/worker-functions.js'
import { retryTransient } from './store/retry-transient.js'

const LOCK = 4_207_315

/**
 * Brings the schema up to date, and with it who may see what; safe to call from several processes at once. Returns the
 * names of the migrations it ran.
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const holder = source.createQueryRunner()
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    // Processes of the release before go on working meanwhile: who deadlocks with them is rolled back, and tries again.
    const ran = await retryTransient(() => source.runMigrations({ transaction: 'each' }))
    await retryTransient(() => applyAccess(holder))
    return ran.map((migration) => migration.name)
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK])
    await holder.release()
  }
}

/** Refuses to go on with a schema older than the code: one that lacks a migration, or a function that workers call. */
export async function requireMigrated(source: DataSource): Promise<void> {
  const [lacks]: { functions: boolean }[] = await source.query(
    'SELECT EXISTS (SELECT 1 FROM unnest($1::text[]) AS f(signature) WHERE to_regprocedure(f.signature) IS NULL) AS functions',
    [WORKER_FUNCTIONS.map(signatureOf)],
  )
  if (lacks?.functions !== false || (await source.showMigrations())) {
    throw new Error('The database schema is older than this program: run `cges migrate` first')
  }
}

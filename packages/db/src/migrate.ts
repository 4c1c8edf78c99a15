import type { DataSource } from 'typeorm'
import { applyAccess } from './access/apply-access.js'
import { signatureOf } from './functions/database-function.js'
import { DATABASE_FUNCTIONS } from './functions/database-functions.js'
import { retryTransient } from './store/retry-transient.js'

const LOCK = 4_207_315

/**
 * Brings the schema and its access rights up to date; safe to call from several processes at once. Returns the names of
 * the migrations it ran.
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const holder = source.createQueryRunner()
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    // Processes of the previous release keep working meanwhile: a deadlock with them is retried.
    const ran = await retryTransient(() => source.runMigrations({ transaction: 'each' }))
    await retryTransient(() => applyAccess(holder))
    return ran.map((migration) => migration.name)
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK])
    await holder.release()
  }
}

/** Throws if the schema is older than the code: if it lacks a migration, or a function that processes call. */
export async function requireMigrated(source: DataSource): Promise<void> {
  const [lacks]: { functions: boolean }[] = await source.query(
    'SELECT EXISTS (SELECT 1 FROM unnest($1::text[]) AS f(signature) WHERE to_regprocedure(f.signature) IS NULL) AS functions',
    [DATABASE_FUNCTIONS.map(signatureOf)],
  )
  if (lacks?.functions !== false || (await source.showMigrations())) {
    throw new Error('The database schema is older than this program: run `cges migrate` first')
  }
}

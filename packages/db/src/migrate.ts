import type { DataSource } from 'typeorm'

const LOCK = 4_207_315

/** Brings the schema up to date; safe to call from several processes at once. Returns the names of the migrations it ran. */
export async function migrate(source: DataSource): Promise<string[]> {
  const holder = source.createQueryRunner()
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    const ran = await source.runMigrations({ transaction: 'each' })
    return ran.map((migration) => migration.name)
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK])
    await holder.release()
  }
}

/** Refuses to go on with a schema older than the code. */
export async function requireMigrated(source: DataSource): Promise<void> {
  if (await source.showMigrations()) {
    throw new Error('The database schema is older than this program: run `cges migrate` first')
  }
}

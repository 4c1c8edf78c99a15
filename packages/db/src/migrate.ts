import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm'
import { applyAccess } from './access/access.js'
import { OLDER } from './connection/open-database.js'
import { retryTransient } from './connection/query.js'
import { signatureOf } from './schema/database-function.js'
import { DATABASE_FUNCTIONS } from './schema/functions.js'
import { INITIAL } from './schema/schema.js'

const LOCK = 4_207_315

/**
 * Brings the schema and its access rights up to date; safe to call from several processes at once. Returns the names of
 * the migrations it ran. The schema of a newer release stays as it is. Throws if no migration leads from the database's
 * schema to this one.
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const holder = source.createQueryRunner()
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    const executed = await new MigrationExecutor(source, holder).getExecutedMigrations()
    const names = executed.map(({ name }) => name)
    if (isNewer(source, names)) return []
    const ran = names.length === 0 ? await makeSchema(source, holder) : await upgrade(source, names)
    await retryTransient(() => applyAccess(holder))
    return ran
  } catch (error) {
    throw ownersOnly(error)
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK])
    await holder.release()
  }
}

/** A newer release migrated it: this one's processes run on it, and its functions and rights are its own. */
function isNewer(source: DataSource, executed: readonly string[]): boolean {
  const known = new Set(source.migrations.map(({ name }) => name))
  return executed.includes(INITIAL.name) && executed.some((name) => !known.has(name))
}

function ownersOnly(error: unknown): unknown {
  if (!(error instanceof Error) || !/^(permission denied for schema|must be owner of)/.test(error.message)) return error
  return new Error(
    `this login may not change the schema (${error.message}): set DATABASE_URL to the one that owns it, such as cges_owner`,
    { cause: error },
  )
}

/** Makes an empty database's schema in one transaction, and has every migration count as run. */
async function makeSchema(source: DataSource, holder: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(source, holder)
  executor.fake = true
  executor.transaction = 'none'
  await holder.startTransaction()
  try {
    await INITIAL.up(holder)
    await executor.executePendingMigrations()
    await holder.commitTransaction()
  } catch (error) {
    await holder.rollbackTransaction()
    throw error
  }
  return [INITIAL.name]
}

/** Runs the migrations that a database of an earlier release lacks, beside processes of that release. */
async function upgrade(source: DataSource, executed: readonly string[]): Promise<string[]> {
  if (!executed.includes(INITIAL.name)) throw new Error(unreleased('its first migration is another'))
  // Processes of the earlier release keep working meanwhile: a deadlock with them is retried.
  const ran = await retryTransient(() => source.runMigrations({ transaction: 'each' }))
  const [lacks]: { column: string }[] = await source.query(LACKS, [
    source.entityMetadatas.flatMap(({ tableName, columns }) => columns.map(() => tableName)),
    source.entityMetadatas.flatMap(({ columns }) => columns.map(({ databaseName }) => databaseName)),
  ])
  if (lacks !== undefined) throw new Error(unreleased(`it has no column ${lacks.column}`))
  return ran.map(({ name }) => name)
}

const LACKS = `
SELECT c.name || '.' || c.part AS column FROM unnest($1::text[], $2::text[]) AS c(name, part)
WHERE NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = to_regclass(quote_ident(c.name)) AND a.attname = c.part)
LIMIT 1`

function unreleased(how: string): string {
  return (
    `This database was made by an unreleased version, from which nothing upgrades (${how}): migrate an empty database ` +
    'instead, or restore a backup made with a released version. In a checkout `npm run db -- reset` empties its own'
  )
}

/** Counts what a database holds beside PostgreSQL's own: tables, indexes, sequences, views. */
export async function countRelations(source: DataSource): Promise<number> {
  const [found]: { relations: number }[] = await source.query(
    `SELECT count(*)::int AS relations FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
  )
  return found?.relations ?? 0
}

/** What a database holds, by which people see whether a backup of it is whole. */
export interface Holdings {
  readonly evaluations: number
  readonly samples: number
  /** When its last evaluation was submitted; null if it has none. */
  readonly newest: Date | null
}

/** Counts what a database holds; a table of samples is read as a whole. */
export async function countHoldings(source: DataSource): Promise<Holdings> {
  const [found]: Holdings[] = await source.query(
    `SELECT count(*)::int AS evaluations, max(created_at) AS newest,
            (SELECT count(*) FROM sample)::float8 AS samples FROM evaluation`,
  )
  return found ?? { evaluations: 0, samples: 0, newest: null }
}

/** The version of the PostgreSQL server, such as 17.4. */
export async function serverVersion(source: DataSource): Promise<{ readonly major: number; readonly minor: number }> {
  const [found]: { version: number }[] = await source.query(
    `SELECT current_setting('server_version_num')::int AS version`,
  )
  const version = found?.version ?? 0
  return { major: Math.floor(version / 10_000), minor: version % 10_000 }
}

/** Throws if the schema is older than the code: if it lacks a migration, or a function that processes call. */
export async function requireMigrated(source: DataSource): Promise<void> {
  const [lacks]: { functions: boolean }[] = await source.query(
    'SELECT EXISTS (SELECT 1 FROM unnest($1::text[]) AS f(signature) WHERE to_regprocedure(f.signature) IS NULL) AS functions',
    [DATABASE_FUNCTIONS.map(signatureOf)],
  )
  if (lacks?.functions !== false || (await source.showMigrations())) {
    throw new Error(OLDER)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import {
  EntityManager,
  type EntitySchema,
  type FindOptionsWhere,
  type ObjectLiteral,
  type Repository,
  type UpdateResult,
} from 'typeorm'

/** Anything a statement can be sent through: the database, one team's view of it, or a transaction. */
export interface Db {
  query(sql: string, parameters?: unknown[]): Promise<unknown>
  getRepository<Row extends ObjectLiteral>(entity: EntitySchema<Row>): Rows<Row>
}

/**
 * The rows of one table, found by equality of their columns: the methods of TypeORM's repository that are one
 * statement, without `save`, which reads before it writes. Anything that takes a join, a lock, a sum, some of a wide
 * row's columns or `ON CONFLICT` is SQL.
 */
export interface Rows<Row extends ObjectLiteral> extends Pick<
  Repository<Row>,
  'find' | 'findOne' | 'exists' | 'delete'
> {
  insert(row: Change<Row>): Promise<unknown>
  update(which: FindOptionsWhere<Row>, change: Change<Row>): Promise<UpdateResult>
}

/** Values of columns, or SQL for them: a column that is left out, or undefined, stays or gets its default. */
export type Change<Row> = { [Column in keyof Row]?: Row[Column] | (() => string) | undefined }

/** A database that can also run several statements in one transaction. */
export interface Database extends Db {
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>
  transaction<T>(isolation: 'REPEATABLE READ', work: (tx: EntityManager) => Promise<T>): Promise<T>
}

/**
 * Runs one statement and returns its rows, whatever kind of statement it is (TypeORM wraps those of UPDATE and DELETE).
 * A statement that is a transaction of its own is tried again after a deadlock; one inside a transaction cannot be.
 * The row type is the caller’s word for what the statement selects; `.config/check-statements.mjs` holds it against the schema.
 */
export async function query<Row>(db: Db, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const send = (): Promise<unknown> => db.query(sql, [...parameters])
  const result = db instanceof EntityManager ? await send() : await retryTransient(send)
  const rows = Array.isArray(result) && result.length === 2 && Array.isArray(result[0]) ? result[0] : result
  return rows as Row[]
}

/** The statements that every process prepares. */
export const FIXED = new Set<string>()

/**
 * Marks a statement that is always the same and takes longer to plan than to run. It must find its rows by key: its plan is
 * kept while tables grow.
 */
export function fixed(sql: string): string {
  FIXED.add(sql)
  return sql
}

/**
 * Runs work in one transaction, and retries it if the database rolled it back for a deadlock or a serialization
 * failure.
 */
export function transaction<T>(db: Database, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return retryTransient(() => db.transaction(work))
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ATTEMPTS = 5

/**
 * Retries work that the database rolled back for a deadlock, a serialization failure or a migration that changed a
 * prepared statement's table: five times at most, with jitter.
 */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
      await sleep(attempt * 20 * (0.5 + Math.random()))
    }
  }
}

function isTransient(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isStalePlan(error)
}

/** Whether a statement failed since its table has changed after it was prepared: sent again, it is prepared anew. */
export function isStalePlan(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/**
 * Error codes of the system, the resolver and PostgreSQL for a database that is unreachable, gone, shutting down or
 * full.
 */
const OUTAGE = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT ' +
    '08000 08001 08003 08004 08006 3D000 25P03 53100 53200 53300 57P01 57P02 57P03'
  ).split(' '),
)

const BROKEN_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|socket hang up/i

/** TypeORM’s, for what is sent in a transaction after its connection was lost. */
const LOST_TRANSACTION = /^QueryRunner(Provider)?AlreadyReleasedError$/

/**
 * Tells an outage of the database from an error of the statement. What was sent may have been committed nevertheless:
 * only what is idempotent may be retried.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string' && OUTAGE.has(error.code)) return true
  return error instanceof Error && (BROKEN_CONNECTION.test(error.message) || LOST_TRANSACTION.test(error.name))
}

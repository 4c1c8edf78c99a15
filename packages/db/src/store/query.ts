import {
  EntityManager,
  type EntitySchema,
  type FindOptionsWhere,
  type ObjectLiteral,
  type Repository,
  type UpdateResult,
} from 'typeorm'
import { retryTransient } from './retry-transient.js'

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

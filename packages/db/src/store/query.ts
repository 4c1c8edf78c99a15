import type { DataSource, EntityManager } from 'typeorm'

/** Anything a statement can be sent through: the database, or a transaction in it. */
export type Db = DataSource | EntityManager

/**
 * Runs one statement and returns its rows, whatever kind of statement it is (TypeORM wraps those of UPDATE and DELETE).
 * The row type is the caller's word for what the statement selects: SQL is checked by tests, not by the compiler.
 */
export async function query<Row>(db: Db, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const result: unknown = await db.query(sql, [...parameters])
  const rows = Array.isArray(result) && result.length === 2 && Array.isArray(result[0]) ? result[0] : result
  return rows as Row[]
}

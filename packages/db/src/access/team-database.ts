import type { DataSource, EntityManager, EntitySchema, ObjectLiteral } from 'typeorm'
import type { Database, Rows } from '../store/query.js'
import { retryTransient } from '../store/retry-transient.js'
import type { TeamId } from '../team.js'

/**
 * One team's view of the database: every statement runs in a transaction that sets the team, so that row-level security
 * hides other teams' rows whatever the statement asks for. The setting ends with the transaction: a pooled connection
 * belongs to no team.
 */
export function teamDatabase(db: DataSource, team: TeamId): Database {
  return databaseWith(db, 'cges.team', team)
}

/** The view of teams, keys, sessions and the log across teams, for signing in and for those who manage them. It shows no team's work. */
export function identityDatabase(db: DataSource): Database {
  return databaseWith(db, 'cges.identity', 'on')
}

function databaseWith(db: DataSource, setting: string, value: string): Database {
  const named = async <T>(tx: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> => {
    await tx.query(`SELECT set_config($1, $2, true)`, [setting, value])
    return work(tx)
  }
  const transaction = <T>(...[first, second]: TransactionArguments<T>): Promise<T> =>
    typeof first === 'string'
      ? db.transaction(first, (tx) => named(tx, second))
      : db.transaction((tx) => named(tx, first))
  return {
    transaction,
    query: (sql, parameters) => transaction((tx) => tx.query(sql, parameters)),
    getRepository: (entity) => rowsWithin(entity, transaction),
  }
}

/** A table's rows, each statement on them in a transaction of its own, tried again after a deadlock. */
function rowsWithin<Row extends ObjectLiteral>(
  entity: EntitySchema<Row>,
  transaction: <T>(work: Work<T>) => Promise<T>,
): Rows<Row> {
  const within = <T>(work: (rows: Rows<Row>) => Promise<T>): Promise<T> =>
    retryTransient(() => transaction((tx) => work(tx.getRepository(entity))))
  return {
    find: (options) => within((rows) => rows.find(options)),
    findOne: (options) => within((rows) => rows.findOne(options)),
    exists: (options) => within((rows) => rows.exists(options)),
    insert: (row) => within((rows) => rows.insert(row)),
    update: (which, change) => within((rows) => rows.update(which, change)),
    delete: (which) => within((rows) => rows.delete(which)),
  }
}

type Work<T> = (tx: EntityManager) => Promise<T>
type TransactionArguments<T> = [work: Work<T>, none?: undefined] | [isolation: 'REPEATABLE READ', work: Work<T>]

import type { DataSource, EntityManager } from 'typeorm'
import type { Database } from '../store/query.js'
import type { TeamId } from '../team.js'

/**
 * One team's view of the database: every statement runs in a transaction that names the team, so that row-level
 * security shows it no other's rows, whatever the statement says. The name ends with the transaction: a connection
 * that goes back to its pool belongs to nobody.
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
  return { transaction, query: (sql, parameters) => transaction((tx) => tx.query(sql, parameters)) }
}

type Work<T> = (tx: EntityManager) => Promise<T>
type TransactionArguments<T> = [work: Work<T>, none?: undefined] | [isolation: 'REPEATABLE READ', work: Work<T>]

import type { DataSource, EntityManager, EntitySchema, ObjectLiteral } from 'typeorm'
import { type Database, retryTransient, type Rows } from '../connection/query.js'
import type { TeamId } from '../ids.js'

/**
 * The database role of each kind of process. `api` sees one team's rows at a time; `coordinator` sees all teams' rows,
 * but no keys, sessions or audit log; `gateway` sees keys, limits and what is in flight, and writes its own requests and
 * their calls; `worker` sees no tables and calls functions instead (`../functions`). Any other login is the owner, who
 * migrates.
 */
export const DATABASE_ROLE = {
  api: 'cges_api',
  coordinator: 'cges_coordinator',
  gateway: 'cges_gateway',
  worker: 'cges_worker',
} as const

export type DatabaseRole = keyof typeof DATABASE_ROLE

/**
 * Refuses a login with more rights than the role it acts in: one statement (`RESET ROLE`) would give the process, or
 * whoever compromised it, everything the login has.
 */
export async function requireRoleLogin(source: DataSource, role: DatabaseRole): Promise<void> {
  const login = DATABASE_ROLE[role]
  const [is]: Login[] = await source.query(LOGIN, [login])
  const excess = is === undefined ? ['unknown'] : excessOf(is)
  const advice =
    `set DATABASE_URL to a login that is a member of ${login} alone. The owner of the server creates it with ` +
    `CREATE ROLE ${login}_login LOGIN PASSWORD '…' IN ROLE ${login}; logins.sql creates those of all processes`
  if (excess.length > 0) {
    throw new Error(`The login ${is?.login ?? ''} of PostgreSQL is more than ${login}: it is ${excess[0]}; ${advice}`)
  }
}

interface Login {
  readonly login: string
  readonly isSuperuser: boolean
  readonly isAbove: boolean
  readonly isOwner: boolean
  readonly roles: readonly string[]
}

function excessOf({ isSuperuser, isAbove, isOwner, roles }: Login): string[] {
  return [
    ...(isSuperuser ? ['a superuser'] : []),
    ...(isAbove ? ['allowed to bypass row-level security, to replicate or to make roles'] : []),
    ...(isOwner ? ['the owner of the tables'] : []),
    ...(roles.length > 0 ? [`a member of ${roles.join(', ')}`] : []),
  ]
}

const LOGIN = `
SELECT r.rolname AS login, r.rolsuper AS "isSuperuser",
       r.rolbypassrls OR r.rolreplication OR r.rolcreaterole AS "isAbove",
       EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
               AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS "isOwner",
       ARRAY(SELECT o.rolname::text FROM pg_roles o
             WHERE o.rolname NOT IN (r.rolname, $1) AND pg_has_role(r.oid, o.oid, 'MEMBER') ORDER BY 1) AS roles
FROM pg_roles r WHERE r.rolname = session_user`

/**
 * One team's view of the database: every statement runs in a transaction that sets the team, so that row-level security
 * hides other teams' rows whatever the statement asks for. The setting ends with the transaction: a pooled connection
 * belongs to no team.
 */
export function teamDatabase(db: DataSource, team: TeamId): Database {
  return databaseWith(db, `SELECT set_config('cges.team', $1, true)`, team)
}

/**
 * What the reader of a share link sees: the figures of the evaluations that it leads to, and nothing else of the team.
 * Every transaction looks the link up again and only reads, so a revoked link ends with the statement in hand.
 */
export function sharedDatabase(db: DataSource, tokenHash: Uint8Array): Database {
  return databaseWith(db, 'SELECT open_share($1)', tokenHash)
}

/** The view of teams, keys, sessions and the log across teams, for signing in and for those who manage them. It shows no team's work. */
export function identityDatabase(db: DataSource): Database {
  return databaseWith(db, `SELECT set_config('cges.identity', $1, true)`, 'on')
}

/** A database whose every transaction begins with a statement that says who reads. */
function databaseWith(db: DataSource, opening: string, who: string | Uint8Array): Database {
  const named = async <T>(tx: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> => {
    await tx.query(opening, [who])
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

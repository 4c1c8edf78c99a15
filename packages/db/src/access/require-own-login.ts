import type { DataSource } from 'typeorm'
import { DATABASE_ROLE, type DatabaseRole } from './database-role.js'

/**
 * Refuses a login with more rights than the role it acts in: one statement (`RESET ROLE`) would give the process, or
 * whoever compromised it, everything the login has.
 */
export async function requireOwnLogin(source: DataSource, role: DatabaseRole): Promise<void> {
  const own = DATABASE_ROLE[role]
  const [is]: Login[] = await source.query(LOGIN, [own])
  const excess = is === undefined ? ['unknown'] : excessOf(is)
  const advice =
    `make a login for each process with k8s/chart/files/logins/logins.sql and set DATABASE_URL to the one of the ${role} ` +
    `(docs/security.md, A login for each process)`
  if (excess.length > 0) {
    throw new Error(`The login ${is?.login ?? ''} of PostgreSQL is more than ${own}: it is ${excess[0]}; ${advice}`)
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

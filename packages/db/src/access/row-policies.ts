import { DATABASE_ROLE } from './database-role.js'
import type { TableAccess } from './table-access.js'

const OWNER = `(SELECT current_setting('cges.owner', true) = 'on')`

/**
 * The statements that give a table its row-level security, forced on the owner too unless it declares itself the owner.
 */
export function policyStatements(table: string, { apiSees }: TableAccess, owner: string): string[] {
  if (apiSees === null) return []
  const policy = (name: string, role: string, condition: string) =>
    `CREATE POLICY ${name} ON "${table}" TO "${role}" USING (${condition}) WITH CHECK (${condition})`
  return [
    `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    ...['team_rows', 'fleet_rows', 'owner_rows'].map((name) => `DROP POLICY IF EXISTS ${name} ON "${table}"`),
    policy('team_rows', DATABASE_ROLE.api, apiSees),
    policy('fleet_rows', DATABASE_ROLE.coordinator, 'true'),
    policy('owner_rows', owner, OWNER),
  ]
}

/** The statements that grant each role exactly its rights on a table; null grants nothing. */
export function grantStatements(table: string, may: Readonly<Record<string, string | null>>): string[] {
  return [
    `REVOKE ALL ON "${table}" FROM PUBLIC, ${quoted(Object.keys(may))}`,
    ...Object.entries(may).flatMap(([role, what]) =>
      what === null ? [] : [`GRANT ${what} ON "${table}" TO "${role}"`],
    ),
  ]
}

function quoted(roles: readonly string[]): string {
  return roles.map((role) => `"${role}"`).join(', ')
}

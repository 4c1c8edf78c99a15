import { DATABASE_ROLE } from './database-role.js'

const { api, fleet } = DATABASE_ROLE
const TEAM = `(SELECT nullif(current_setting('cges.team', true), '')::uuid)`
const IDENTITY = `(SELECT current_setting('cges.identity', true) = 'on')`
const OWNER = `(SELECT current_setting('cges.owner', true) = 'on')`

/** What one kind of table shows to whom: the API's condition on a row, and what each role may do at all. */
export interface TableAccess {
  readonly apiSees: string | null
  readonly apiMay: string | null
  readonly fleetMay: string | null
}

const IDENTITY_ROWS = (own: string) => `${own} = ${TEAM} OR ${IDENTITY}`

/** Tables that are not simply a team's work. A table that has no `team_id` and is not named here is refused. */
const NAMED: Readonly<Record<string, TableAccess>> = {
  team: { apiSees: IDENTITY_ROWS('id'), apiMay: 'SELECT, INSERT, UPDATE', fleetMay: 'SELECT' },
  api_key: { apiSees: IDENTITY_ROWS('team_id'), apiMay: 'SELECT, INSERT, UPDATE', fleetMay: null },
  session: { apiSees: IDENTITY_ROWS('team_id'), apiMay: 'SELECT, INSERT, DELETE', fleetMay: null },
  audit: { apiSees: IDENTITY_ROWS('team_id'), apiMay: 'SELECT, INSERT', fleetMay: null },
  refusal: { apiSees: IDENTITY_ROWS('team_id'), apiMay: 'SELECT, INSERT, UPDATE (times, last_at)', fleetMay: null },
  request_bucket: { apiSees: null, apiMay: 'SELECT, INSERT, UPDATE', fleetMay: null },
  evaluation_event: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT', fleetMay: 'SELECT, INSERT' },
  verdict: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT', fleetMay: 'SELECT, INSERT' },
  pool: { apiSees: null, apiMay: 'SELECT', fleetMay: 'SELECT, INSERT, UPDATE' },
  worker: { apiSees: null, apiMay: 'SELECT', fleetMay: 'SELECT, INSERT, UPDATE, DELETE' },
  migration: { apiSees: null, apiMay: 'SELECT', fleetMay: 'SELECT' },
}

const TEAM_ROWS: TableAccess = {
  apiSees: `team_id = ${TEAM}`,
  apiMay: 'SELECT, INSERT, UPDATE, DELETE',
  fleetMay: 'SELECT, INSERT, UPDATE, DELETE',
}

/** Tells who sees what of a table; null for one that nobody thought of. */
export function accessOf(table: string, hasTeam: boolean): TableAccess | null {
  return NAMED[table] ?? (hasTeam ? TEAM_ROWS : null)
}

/** The statements that give a table its row-level security, forced on its owner too unless the owner says it migrates. */
export function policyStatements(table: string, { apiSees }: TableAccess, owner: string): string[] {
  if (apiSees === null) return []
  const policy = (name: string, role: string, condition: string) =>
    `CREATE POLICY ${name} ON "${table}" TO "${role}" USING (${condition}) WITH CHECK (${condition})`
  return [
    `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    ...['team_rows', 'fleet_rows', 'owner_rows'].map((name) => `DROP POLICY IF EXISTS ${name} ON "${table}"`),
    policy('team_rows', api, apiSees),
    policy('fleet_rows', fleet, 'true'),
    policy('owner_rows', owner, OWNER),
  ]
}

/** The statements that give each role what it may do with a table, and no more. */
export function grantStatements(table: string, { apiMay, fleetMay }: TableAccess): string[] {
  const grant = (role: string, what: string | null) => [
    `REVOKE ALL ON "${table}" FROM "${role}"`,
    ...(what === null ? [] : [`GRANT ${what} ON "${table}" TO "${role}"`]),
  ]
  return [...grant(api, apiMay), ...grant(fleet, fleetMay)]
}

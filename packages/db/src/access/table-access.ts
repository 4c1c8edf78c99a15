import { DATABASE_ROLE } from './logins.js'

const TEAM = `(SELECT nullif(current_setting('cges.team', true), '')::uuid)`
const IDENTITY = `(SELECT current_setting('cges.identity', true) = 'on')`

/** Who may see one table: the API's row condition, and what each role may do at all; null is nothing. */
interface TableAccess {
  /** Null if teams share the table and all its rows are visible. */
  readonly apiSees: string | null
  readonly apiMay: string | null
  readonly coordinatorMay: string | null
}

/** The one table workers may read: like everyone, they check that the schema is the one they were built for. */
export const SEEN_BY_WORKERS = 'migration'

const IDENTITY_ROWS = (own: string) => `${own} = ${TEAM} OR ${IDENTITY}`

const identity = (own: string, apiMay: string, coordinatorMay: string | null = null): TableAccess => ({
  apiSees: IDENTITY_ROWS(own),
  apiMay,
  coordinatorMay,
})

const work = (coordinatorMay: string): TableAccess => ({
  apiSees: `team_id = ${TEAM}`,
  apiMay: 'SELECT, INSERT, UPDATE, DELETE',
  coordinatorMay,
})

const written = { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT', coordinatorMay: 'SELECT, INSERT' }

const shared = (apiMay: string, coordinatorMay: string | null): TableAccess => ({
  apiSees: null,
  apiMay,
  coordinatorMay,
})

/** Points are added up while their time lasts, and deleted after it. */
const POINTS = 'SELECT, INSERT, UPDATE, DELETE'

const ACCESS: Readonly<Record<string, TableAccess>> = {
  team: identity('id', 'SELECT, INSERT, UPDATE', 'SELECT'),
  api_key: identity('team_id', 'SELECT, INSERT, UPDATE'),
  session: identity('team_id', 'SELECT, INSERT, DELETE'),
  audit: identity('team_id', 'SELECT, INSERT'),
  refusal: identity('team_id', 'SELECT, INSERT, UPDATE (times, last_at)'),
  request_bucket: shared('SELECT, INSERT, UPDATE', null),
  migration: shared('SELECT', 'SELECT'),
  storage: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT, UPDATE', coordinatorMay: 'SELECT, INSERT, UPDATE' },
  upload_part: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT, DELETE', coordinatorMay: null },
  sweep: shared('SELECT', 'SELECT, INSERT, UPDATE'),
  pool: shared('SELECT', 'SELECT, UPDATE'),
  worker: shared('SELECT', 'SELECT'),
  pool_point: shared('SELECT', POINTS),
  worker_point: shared('SELECT', POINTS),
  team_point: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: POINTS },
  benchmark: work('SELECT'),
  question: work('SELECT'),
  gold: work('SELECT'),
  answer_grade: work('SELECT, INSERT'),
  evaluation: work('SELECT, UPDATE'),
  evaluation_event: written,
  webhook: shared('SELECT', 'SELECT, INSERT, UPDATE, DELETE'),
  delivery: { ...written, coordinatorMay: 'SELECT, INSERT, UPDATE' },
  trial: work('SELECT, INSERT, UPDATE'),
  call: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT, UPDATE, DELETE' },
  sample: work('SELECT, UPDATE, DELETE'),
  sample_body: work('SELECT'),
  call_ledger: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT' },
  ranking: work('SELECT, INSERT, UPDATE'),
  ranking_order: work('SELECT, INSERT'),
  standing: work('SELECT, INSERT, UPDATE, DELETE'),
  verdict: written,
  method_calls: work('SELECT, INSERT, UPDATE'),
  live_figures: work('SELECT, INSERT, UPDATE, DELETE'),
  progress: work('SELECT, INSERT, UPDATE'),
  spending: work('SELECT, UPDATE'),
  usage: work('SELECT, INSERT, UPDATE'),
  turn: work('SELECT, INSERT, UPDATE'),
  regrade: work('SELECT, UPDATE'),
  regraded_sample: work('SELECT, INSERT'),
  regrade_flip: work('SELECT, INSERT'),
}

/** Returns who may see what of a table; null for a table that is not listed, which callers must refuse. */
export function accessOf(table: string): TableAccess | null {
  return ACCESS[table] ?? null
}

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

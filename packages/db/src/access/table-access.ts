const TEAM = `(SELECT nullif(current_setting('cges.team', true), '')::uuid)`
const IDENTITY = `(SELECT current_setting('cges.identity', true) = 'on')`

/** Who may see one table: the API's row condition, and what each role may do at all; null is nothing. */
export interface TableAccess {
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

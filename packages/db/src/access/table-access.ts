const TEAM = `(SELECT nullif(current_setting('cges.team', true), '')::uuid)`
const IDENTITY = `(SELECT current_setting('cges.identity', true) = 'on')`

/** What one table shows to whom: the API's condition on a row, and what each role may do at all; null is nothing. */
export interface TableAccess {
  /** Null where teams share the table and no row is hidden. */
  readonly apiSees: string | null
  readonly apiMay: string | null
  readonly coordinatorMay: string | null
}

/** A worker sees no table. This one tells it, as everyone, whether the schema is its own. */
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
  benchmark: work('SELECT'),
  question: work('SELECT'),
  gold: work('SELECT'),
  answer_grade: work('SELECT, INSERT'),
  evaluation: work('SELECT, UPDATE'),
  evaluation_event: written,
  trial: work('SELECT, INSERT, UPDATE'),
  call: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT, UPDATE' },
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

/** Tells who sees what of a table; null for one that nobody thought of, which is then refused. */
export function accessOf(table: string): TableAccess | null {
  return ACCESS[table] ?? null
}

/** What else the role before needs: its workers write for themselves. */
const FORMER: Readonly<Record<string, string>> = {
  pool: 'SELECT, INSERT, UPDATE',
  worker: 'SELECT, INSERT, UPDATE, DELETE',
  sample_body: 'SELECT, INSERT, UPDATE',
  call_ledger: 'SELECT, INSERT, UPDATE',
}

/** What coordinators and workers of the release before may do with a table while they are replaced. */
export function formerMay(table: string, { coordinatorMay }: TableAccess): string | null {
  return FORMER[table] ?? coordinatorMay
}

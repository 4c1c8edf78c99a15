import { DATABASE_ROLE } from './logins.js'

const SHARED = `(SELECT nullif(current_setting('cges.shared', true), ''))`
const NAMED_TEAM = `nullif(current_setting('cges.team', true), '')::uuid`

/** The team of its members' requests, in SQL. A share link's reader has none, so a table not opened to it shows no row. */
export const TEAM = `(SELECT CASE WHEN nullif(current_setting('cges.shared', true), '') IS NULL THEN ${NAMED_TEAM} END)`
const IDENTITY = `(SELECT current_setting('cges.identity', true) = 'on')`

/**
 * Rows that a share link's reader sees too, where a column is among what the link leads to. The planner takes `IS NOT
 * NULL` of an expression for a condition that nearly every row meets, as it is for a team's members.
 */
const sharedBy = (column: string, setting: string) =>
  `team_id = (SELECT ${NAMED_TEAM}) AND (CASE WHEN ${SHARED} IS NULL ` +
  `OR ${column} = ANY ((SELECT nullif(current_setting('${setting}', true), ''))::uuid[]) THEN true END) IS NOT NULL`
const OF_EVALUATION = sharedBy('evaluation_id', 'cges.shared')
const OF_BENCHMARK = sharedBy('benchmark_id', 'cges.shared_benchmarks')

/** Who may see one table: the API's row condition, and what each role may do at all; null is nothing. */
interface TableAccess {
  /** Null if teams share the table and all its rows are visible. */
  readonly apiSees: string | null
  readonly apiMay: string | null
  readonly coordinatorMay: string | null
}

/** The one table workers may read: like everyone, they check that the schema is the one they were built for. */
export const SEEN_BY_WORKERS = 'migration'

const IDENTITY_ROWS = (column: string) => `${column} = ${TEAM} OR ${IDENTITY}`

const identity = (column: string, apiMay: string, coordinatorMay: string | null = null): TableAccess => ({
  apiSees: IDENTITY_ROWS(column),
  apiMay,
  coordinatorMay,
})

const work = (coordinatorMay: string): TableAccess => ({
  apiSees: `team_id = ${TEAM}`,
  apiMay: 'SELECT, INSERT, UPDATE, DELETE',
  coordinatorMay,
})

/** Figures of an evaluation, which its share link's reader sees too; never a text. */
const workOfEvaluation = (coordinatorMay: string): TableAccess => ({ ...work(coordinatorMay), apiSees: OF_EVALUATION })

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
  session: identity('team_id', 'SELECT, INSERT, UPDATE, DELETE'),
  person: {
    apiSees: `id IN (SELECT m.person_id FROM membership m WHERE m.team_id = ${TEAM}) OR ${IDENTITY}`,
    apiMay: 'SELECT, INSERT, UPDATE',
    coordinatorMay: null,
  },
  membership: identity('team_id', 'SELECT, INSERT, UPDATE'),
  group_role: identity('team_id', 'SELECT, INSERT, UPDATE, DELETE'),
  used_once: { apiSees: IDENTITY, apiMay: 'SELECT, INSERT', coordinatorMay: null },
  audit: identity('team_id', 'SELECT, INSERT'),
  audit_seal: { apiSees: IDENTITY, apiMay: 'SELECT', coordinatorMay: null },
  refusal: identity('team_id', 'SELECT, INSERT, UPDATE (times, last_at)'),
  request_bucket: shared('SELECT, INSERT, UPDATE', null),
  migration: shared('SELECT', 'SELECT'),
  storage: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT, UPDATE', coordinatorMay: 'SELECT, INSERT, UPDATE' },
  upload_part: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT, DELETE', coordinatorMay: null },
  sweep: shared('SELECT', 'SELECT, INSERT, UPDATE'),
  pool: shared(
    'SELECT, UPDATE (gpu_hour_price, prompt_million_price, completion_million_price, currency, paused_at, paused_by, paused_team, pause_reason, queue_visibility)',
    'SELECT, UPDATE',
  ),
  worker: shared('SELECT', 'SELECT'),
  pool_point: shared('SELECT', POINTS),
  worker_point: shared('SELECT', POINTS),
  team_point: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: POINTS },
  question_comment: {
    apiSees: `team_id = ${TEAM}`,
    apiMay: 'SELECT, INSERT, DELETE, UPDATE (text, flag, edited_at)',
    coordinatorMay: null,
  },
  saved_comparison: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT, INSERT, DELETE', coordinatorMay: null },
  share_link: {
    apiSees: `team_id = ${TEAM}`,
    apiMay: 'SELECT, INSERT, UPDATE (revoked_at, expires_at)',
    coordinatorMay: null,
  },
  benchmark: { ...work('SELECT'), apiSees: sharedBy('id', 'cges.shared_benchmarks') },
  question: work('SELECT'),
  gold: work('SELECT'),
  answer_grade: { ...work('SELECT, INSERT'), apiSees: OF_BENCHMARK },
  evaluation: { ...work('SELECT, UPDATE'), apiSees: `${sharedBy('id', 'cges.shared')} AND deleted_at IS NULL` },
  evaluation_event: written,
  webhook: shared('SELECT', 'SELECT, INSERT, UPDATE, DELETE'),
  delivery: { ...written, coordinatorMay: 'SELECT, INSERT, UPDATE' },
  webhook_test: {
    apiSees: `team_id = ${TEAM}`,
    apiMay: 'SELECT, INSERT, DELETE',
    coordinatorMay: 'SELECT, UPDATE (taken_at, ended_at, status, took_ms, failure, detail)',
  },
  trial: workOfEvaluation('SELECT, INSERT, UPDATE'),
  call: { apiSees: OF_EVALUATION, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT, UPDATE, DELETE' },
  sample: workOfEvaluation('SELECT, UPDATE, DELETE'),
  sample_body: work('SELECT'),
  call_ledger: { apiSees: OF_EVALUATION, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT' },
  ranking: workOfEvaluation('SELECT, INSERT, UPDATE'),
  ranking_order: work('SELECT, INSERT'),
  standing: workOfEvaluation('SELECT, INSERT, UPDATE, DELETE'),
  verdict: { ...written, apiSees: OF_EVALUATION },
  method_calls: workOfEvaluation('SELECT, INSERT, UPDATE'),
  live_figures: workOfEvaluation('SELECT, INSERT, UPDATE, DELETE'),
  prefix_outcome: workOfEvaluation('SELECT, INSERT, UPDATE, DELETE'),
  progress: workOfEvaluation('SELECT, INSERT, UPDATE'),
  spending: workOfEvaluation('SELECT, UPDATE'),
  usage: work('SELECT, INSERT, UPDATE'),
  turn: work('SELECT, INSERT, UPDATE'),
  reservation: identity('team_id', 'SELECT, INSERT, DELETE', 'SELECT'),
  // Of the gateway's requests the API sees what its team's limits count, and no text.
  chat_request: {
    apiSees: `team_id = ${TEAM}`,
    apiMay: 'SELECT (id, team_id, tokens_per_call)',
    coordinatorMay: 'SELECT, UPDATE',
  },
  chat_reply: {
    apiSees: `team_id = ${TEAM}`,
    apiMay: 'SELECT (request_id, team_id, gpu_ms)',
    coordinatorMay: 'SELECT, DELETE',
  },
  // The sweep writes what a gateway that died cannot.
  kept_request: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT' },
  request_audit: { apiSees: `team_id = ${TEAM}`, apiMay: 'SELECT', coordinatorMay: 'SELECT, INSERT, UPDATE' },
  regrade: work('SELECT, UPDATE'),
  regraded_sample: workOfEvaluation('SELECT, INSERT'),
  regrade_flip: work('SELECT, INSERT'),
}

/**
 * What the gateway may do, of all teams' rows: it authenticates, takes turns, and writes its own requests and their calls.
 * It reads no text, answer or question of an evaluation.
 */
const GATEWAY_MAY: Readonly<Record<string, string>> = {
  migration: 'SELECT',
  team: 'SELECT',
  api_key: 'SELECT, UPDATE (last_used_at)',
  person: 'SELECT (id, name, ended_at, confirmed_at)',
  membership: 'SELECT (person_id, team_id, role, ended_at)',
  refusal: 'SELECT, INSERT, UPDATE (times, last_at)',
  request_bucket: 'SELECT, INSERT, UPDATE',
  pool: 'SELECT, UPDATE (virtual_tag, first_tag, work_per_step, reordered_at, wanted_until)',
  worker: 'SELECT (pool, slots, ready, heartbeat_at)',
  evaluation: 'SELECT (id, team_id, pool, status, spec)',
  spending: 'SELECT',
  sample: 'SELECT (trial_id, index, team_id, evaluation_id, state, gpu_ms)',
  ranking: 'SELECT (id, evaluation_id, positions, reserved, tries)',
  storage: 'SELECT, INSERT, UPDATE',
  usage: 'SELECT, INSERT, UPDATE',
  turn: 'SELECT, INSERT, UPDATE',
  reservation: 'SELECT',
  call: 'SELECT, INSERT, UPDATE, DELETE',
  call_ledger: 'SELECT, INSERT',
  chat_request: 'SELECT, INSERT, UPDATE',
  chat_reply: 'SELECT, DELETE',
  kept_request: 'SELECT, INSERT',
  request_audit: 'SELECT, INSERT, UPDATE',
}

/** Returns what the gateway may do with a table; null is nothing. */
export function gatewayMay(table: string): string | null {
  return GATEWAY_MAY[table] ?? null
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
    ...['team_rows', 'fleet_rows', 'gateway_rows', 'owner_rows'].map(
      (name) => `DROP POLICY IF EXISTS ${name} ON "${table}"`,
    ),
    policy('team_rows', DATABASE_ROLE.api, apiSees),
    policy('fleet_rows', DATABASE_ROLE.coordinator, 'true'),
    ...(gatewayMay(table) === null ? [] : [policy('gateway_rows', DATABASE_ROLE.gateway, 'true')]),
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

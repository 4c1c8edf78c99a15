import type { TrafficView } from '@cges-fleet/core'
import { STOP_REASONS } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

type Served = TrafficView['all']
type MethodTraffic = Omit<TrafficView['models'][number], 'early'>

/** What audits found of one pool and method. */
interface FoundAudit {
  readonly pool: string
  readonly method: string
  readonly since: Date
  readonly audited: number
  readonly differed: number
}

/** What the kept requests of a team come to. */
export interface Traffic extends Pick<TrafficView, 'all' | 'ended' | 'byDay' | 'keepDays' | 'auditShare'> {
  readonly models: readonly MethodTraffic[]
  readonly audits: readonly FoundAudit[]
  readonly abandoned: number
  readonly auditCalls: number
  readonly auditTokens: number
}

/** Selects what a team's kept requests of the last days come to: today is the first of them. */
export async function selectTraffic(db: Db, team: TeamId, days: number): Promise<Traffic> {
  const [all] = await query<Totals>(db, ALL, [team, days])
  const { abandoned = 0, auditCalls = 0, auditTokens = 0, keepDays = null, auditShare = 0, ...served } = all ?? {}
  return {
    all: { ...NOTHING, ...served },
    keepDays,
    auditShare,
    abandoned,
    auditCalls,
    auditTokens,
    ended: await query<Traffic['ended'][number]>(db, ENDED, [team, days]),
    models: await query<MethodTraffic>(db, MODELS, [team, days]),
    byDay: await query<Traffic['byDay'][number]>(db, BY_DAY, [team, days]),
    audits: await query<FoundAudit>(db, AUDITS, [team]),
  }
}

type Totals = Served & Pick<Traffic, 'abandoned' | 'auditCalls' | 'auditTokens' | 'keepDays' | 'auditShare'>

const NOTHING: Served = {
  requests: 0,
  answered: 0,
  calls: 0,
  budget: 0,
  saved: 0,
  tokens: 0,
  agreement: null,
  p50Seconds: null,
  p95Seconds: null,
}

/** Why draws end that an answer comes of. */
const ANSWERED = `k.stopped_by IN (${[...STOP_REASONS, 'deadline', 'limit', 'fault'].map((one) => `'${one}'`).join(', ')})`

const KEPT = `kept_request k WHERE k.team_id = $1 AND k.ended_at >= (current_date - ($2::int - 1))::timestamptz`

const SAVED = `coalesce(sum(k.budget - k.planned) FILTER (WHERE ${ANSWERED}), 0)::float8`

const seconds = (share: number) =>
  `percentile_cont(${share}) WITHIN GROUP (ORDER BY k.seconds) FILTER (WHERE ${ANSWERED})`

const SERVED = `
count(*)::int AS requests, count(*) FILTER (WHERE ${ANSWERED})::int AS answered, coalesce(sum(k.planned), 0)::float8 AS calls,
coalesce(sum(k.budget) FILTER (WHERE ${ANSWERED}), 0)::float8 AS budget, ${SAVED} AS saved,
coalesce(sum(k.tokens), 0)::float8 AS tokens, avg(k.agreement) AS agreement, ${seconds(0.5)} AS "p50Seconds", ${seconds(0.95)} AS "p95Seconds"`

const ALL = `
SELECT t.keep_requests_days AS "keepDays", t.audit_share AS "auditShare", s.*
FROM team t CROSS JOIN (
  SELECT ${SERVED}, count(*) FILTER (WHERE k.audit = 'abandoned')::int AS abandoned,
         coalesce(sum(k.audit_calls), 0)::float8 AS "auditCalls", coalesce(sum(k.audit_tokens), 0)::float8 AS "auditTokens"
  FROM ${KEPT}
) s WHERE t.id = $1`

const ENDED = `
SELECT k.stopped_by AS "stoppedBy", count(*)::int AS requests FROM ${KEPT} GROUP BY 1 ORDER BY 2 DESC, 1`

/** Callers choose methods' parameters, so there may be any number of them. */
const MOST_MODELS = 100

const MODELS = `
SELECT s.pool, s.model, p.provenance, s.method, s.requests, s.answered, s.calls, s.budget, s.saved, s.tokens, s.agreement, s."p50Seconds",
       s."p95Seconds", s.money AS cost, CASE WHEN s.money IS NOT NULL THEN p.currency END AS currency
FROM (
  SELECT k.pool, k.model, k.method_key AS method, sum(k.money) AS money, ${SERVED}
  FROM ${KEPT} GROUP BY 1, 2, 3 ORDER BY requests DESC, 1, 2, 3 LIMIT ${MOST_MODELS}
) s JOIN pool p ON p.name = s.pool ORDER BY s.requests DESC, s.pool, s.model, s.method`

const BY_DAY = `
SELECT to_char(k.ended_at, 'YYYY-MM-DD') AS day, count(*)::int AS requests, coalesce(sum(k.planned), 0)::float8 AS calls, ${SAVED} AS saved
FROM ${KEPT} GROUP BY 1 ORDER BY 1 DESC`

const AUDITS = `
SELECT pool, method_key AS method, since, audited, differed FROM request_audit WHERE team_id = $1 ORDER BY audited DESC, pool, method_key`

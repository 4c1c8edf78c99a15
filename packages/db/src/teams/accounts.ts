import type { AccountsView, CallAccount, EvaluationAccount } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { moneySpent } from '../pools/money.js'
import { inFlightOf } from './limits.js'

/** The resources one more evaluation of a team may use; null means unlimited. */
export interface Allowance {
  readonly callsPerEvaluation: number | null
  /** The remainder of its daily limit, at least 0. */
  readonly tokensLeftToday: number | null
}

/** Selects what a team may still use, for a forecast. */
export async function selectAllowance(db: Db, team: TeamId): Promise<Allowance> {
  const [allowance] = await query<Allowance>(db, ALLOWANCE, [team])
  return allowance ?? { callsPerEvaluation: null, tokensLeftToday: null }
}

const ALLOWANCE = `
SELECT max_calls_per_evaluation AS "callsPerEvaluation",
       CASE WHEN max_tokens_per_day IS NOT NULL THEN greatest(0, max_tokens_per_day - (SELECT coalesce(sum(tokens), 0)
         FROM usage u WHERE u.team_id = m.id AND u.day = current_date)) END::float8 AS "tokensLeftToday"
FROM team m WHERE id = $1`

/** Days an account covers. */
const DAYS = 31

/** Selects a team's recent usage: by day and pool, and against its limits. */
export async function selectAccounts(db: Db, team: TeamId): Promise<AccountsView> {
  const days = await query<AccountsView['days'][number]>(db, BY_DAY, [team])
  const months = await query<AccountsView['months'][number]>(db, BY_MONTH, [team])
  const [limits] = await query<AccountsView['limits']>(db, LIMITS, [team])
  return { days, months, limits: limits ?? NOTHING }
}

const NOTHING = {
  samplesInFlight: { used: 0, limit: null },
  tokensToday: { used: 0, limit: null },
  gpuSecondsThisMonth: { used: 0, limit: null },
  storedBytes: { used: 0, limit: null },
}

const BY_DAY = `
SELECT to_char(u.day, 'YYYY-MM-DD') AS day, u.pool, u.calls::int, u.tokens::float8, u.gpu_ms / 1000 AS "gpuSeconds",
       u.money, CASE WHEN u.money IS NOT NULL THEN p.currency END AS currency
FROM usage u JOIN pool p ON p.name = u.pool WHERE u.team_id = $1 AND u.day > current_date - ${DAYS} ORDER BY u.day DESC, u.pool`

const MONTHS = 12

const FIRST_DAY = `date_trunc('month', current_date) - make_interval(months => ${MONTHS - 1})`

const BY_MONTH = `
WITH saved AS (
  SELECT to_char(e.finished_at, 'YYYY-MM') AS month, e.pool,
         sum(greatest(0, e.trials_total::float8 * (SELECT max((m ->> 'budget')::int) FROM jsonb_array_elements(e.spec -> 'methods') m)
                         - e.samples_drawn)) AS calls
  FROM evaluation e
  WHERE e.team_id = $1 AND e.status IN ('done', 'decided') AND e.source IS NULL AND e.finished_at >= ${FIRST_DAY}
  GROUP BY 1, 2
), used AS (
  SELECT to_char(u.day, 'YYYY-MM') AS month, u.pool, sum(u.calls)::float8 AS calls, sum(u.tokens)::float8 AS tokens,
         sum(u.gpu_ms) / 1000 AS "gpuSeconds", sum(u.money) AS money,
         CASE WHEN count(u.money) > 0 THEN p.currency END AS currency
  FROM usage u JOIN pool p ON p.name = u.pool WHERE u.team_id = $1 AND u.day >= ${FIRST_DAY} GROUP BY 1, u.pool, p.currency
)
SELECT u.*, coalesce(s.calls, 0) AS "savedCalls" FROM used u LEFT JOIN saved s ON s.month = u.month AND s.pool = u.pool
ORDER BY u.month DESC, u.pool`

const LIMITS = `
SELECT jsonb_build_object('used', l."inFlight", 'limit', m.max_samples_in_flight) AS "samplesInFlight",
       jsonb_build_object('used', (SELECT coalesce(sum(tokens), 0) FROM usage u
         WHERE u.team_id = m.id AND u.day = current_date), 'limit', m.max_tokens_per_day) AS "tokensToday",
       jsonb_build_object('used', (SELECT coalesce(sum(gpu_ms), 0) / 1000 FROM usage u
         WHERE u.team_id = m.id AND u.day >= date_trunc('month', current_date)), 'limit', m.max_gpu_seconds_per_month)
         AS "gpuSecondsThisMonth",
       jsonb_build_object('used', coalesce((SELECT bytes FROM storage WHERE team_id = m.id), 0), 'limit', m.max_stored_bytes)
         AS "storedBytes"
FROM team m CROSS JOIN LATERAL ${inFlightOf('m.id')} l WHERE m.id = $1`

/**
 * Selects what one evaluation cost. Its team pays for what settled; draws that were lost, repeated or given up are the
 * platform's overhead. A method is charged as if it ran alone: the samples up to its verdict, or so far as it is open.
 */
export async function selectEvaluationAccount(db: Db, team: TeamId, evaluationId: string): Promise<EvaluationAccount> {
  const calls = await query<CallAccount>(db, BY_STATE, [team, evaluationId])
  const methods = await query<EvaluationAccount['methods'][number]>(db, BY_METHOD, [team, evaluationId])
  const paid = calls.filter(({ state }) => state === 'settled')
  const overhead = calls.filter(({ state }) => state !== 'settled' && state !== 'started')
  const [booked] = await query<Booked>(db, BOOKED, [team, evaluationId])
  return { calls, paid: total(paid), overhead: total(overhead), methods, money: moneyOf(booked, methods) }
}

interface Booked {
  /** Null if it had no price when it was used. */
  readonly money: number | null
  readonly gpuSeconds: number
  readonly tokens: number
  /** Whether GPU time has a price; else the tokens have. */
  readonly byTime: boolean
  readonly currency: string | null
}

/** A method alone is priced as the evaluation was on average: prices may have changed while it ran. */
function moneyOf(booked: Booked | undefined, methods: EvaluationAccount['methods']): EvaluationAccount['money'] {
  if (booked === undefined) return null
  const { money, byTime, currency } = booked
  if (money === null || currency === null) return null
  const used = byTime ? booked.gpuSeconds : booked.tokens
  const each = used > 0 ? money / used : 0
  return {
    currency,
    paid: money,
    methods: methods.map((method) => ({ key: method.key, alone: each * (byTime ? method.gpuSeconds : method.tokens) })),
  }
}

const BOOKED = `
SELECT ${moneySpent('s', 'p')} AS money, s.gpu_ms / 1000 AS "gpuSeconds", s.tokens::float8 AS tokens, p.currency,
       p.gpu_hour_price IS NOT NULL OR coalesce(p.prompt_million_price, p.completion_million_price) IS NULL AS "byTime"
FROM evaluation e JOIN spending s ON s.evaluation_id = e.id JOIN pool p ON p.name = e.pool
WHERE e.team_id = $1 AND e.id = $2`

function total(calls: readonly CallAccount[]): EvaluationAccount['paid'] {
  const sum = (of: (call: CallAccount) => number) => calls.reduce((all, call) => all + of(call), 0)
  return { calls: sum((c) => c.calls), tokens: sum((c) => c.tokens), gpuSeconds: sum((c) => c.gpuSeconds) }
}

const BY_STATE = `
SELECT k.kind, l.state, count(*)::int AS calls,
       coalesce(sum(coalesce(l.prompt_tokens, 0) + coalesce(l.completion_tokens, 0)), 0)::float8 AS tokens,
       (coalesce(sum(l.gpu_ms), 0) / 1000)::float8 AS "gpuSeconds"
FROM call_ledger l JOIN call k ON k.id = l.call_id WHERE l.team_id = $1 AND l.evaluation_id = $2 GROUP BY 1, 2
UNION ALL
SELECT kind, 'started', count(*)::int, 0, 0 FROM call
WHERE team_id = $1 AND evaluation_id = $2 AND live AND state = 'leased' GROUP BY 1
ORDER BY 1, 2`

const BY_METHOD = `
SELECT v.method_key AS key, count(*)::int AS calls,
       coalesce(sum(coalesce(s.prompt_tokens, 0) + coalesce(s.completion_tokens, 0)), 0)::float8 AS tokens,
       (coalesce(sum(s.gpu_ms), 0) / 1000)::float8 AS "gpuSeconds"
FROM (
  SELECT DISTINCT ON (trial_id, method_key) trial_id, method_key, calls FROM verdict
  WHERE team_id = $1 AND evaluation_id = $2 ORDER BY trial_id, method_key, grading_version
) v JOIN sample s ON s.trial_id = v.trial_id AND s.index < v.calls GROUP BY 1 ORDER BY 1`

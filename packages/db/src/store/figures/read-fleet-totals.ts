import type { EvaluationStatus, Provenance } from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import { WORKER_FRESH } from '../pools/worker-fresh.js'

/** One kind of method over the evaluations of the last day. */
export interface MethodTotals {
  readonly method: string
  readonly provenance: Provenance
  readonly trials: number
  readonly resolved: number
  readonly callsCharged: number
  /** What the resolved trials would have cost at their methods' whole budgets. */
  readonly callsAllowed: number
  /** Of evaluations that are done only: interim figures would flatter. */
  readonly finalResolved: number
  readonly finalCorrect: number
}

/** One pool's load and who carries it. */
export interface PoolTotals {
  readonly pool: string
  readonly waiting: number
  readonly active: number
  readonly backlog: number
  readonly readyWorkers: number
  readonly pausedWorkers: number
  readonly slots: number
  /** Since the running evaluation that has waited longest got a sample read; 0 where none runs. */
  readonly stalledSeconds: number
}

/** How much of one of its limits a team has used; 1 and more lets it start nothing. */
export interface BudgetTotals {
  readonly team: string
  readonly budget: 'tokens_per_day' | 'gpu_seconds_per_month'
  readonly usedRatio: number
}

/** What people on call watch of all teams' evaluations together. */
export interface FleetTotals {
  readonly evaluations: readonly { readonly status: EvaluationStatus; readonly count: number }[]
  readonly trials: readonly { readonly provenance: Provenance; readonly state: string; readonly count: number }[]
  readonly methods: readonly MethodTotals[]
  readonly pools: readonly PoolTotals[]
  /** Of the teams that have such a limit. */
  readonly budgets: readonly BudgetTotals[]
}

/** Reads sums for Prometheus, over the evaluations that run or ended within a day: few rows, however many trials. */
export async function readFleetTotals(db: Db): Promise<FleetTotals> {
  return {
    evaluations: await query<FleetTotals['evaluations'][number]>(db, EVALUATIONS),
    trials: await query<FleetTotals['trials'][number]>(db, TRIALS),
    methods: await query<MethodTotals>(db, METHODS),
    pools: await query<PoolTotals>(db, POOLS),
    budgets: await query<BudgetTotals>(db, BUDGETS),
  }
}

const RECENT = `(e.status = 'running' OR e.finished_at > now() - interval '1 day')`

const EVALUATIONS = `SELECT e.status, count(*)::int AS count FROM evaluation e WHERE ${RECENT} GROUP BY 1`

const TRIALS = `
SELECT p.provenance, s.state, sum(s.count)::float8 AS count
FROM evaluation e JOIN pool p ON p.name = e.pool
CROSS JOIN LATERAL (VALUES ('closed', e.trials_closed), ('blocked', e.trials_blocked),
  ('open', e.trials_total - e.trials_closed - e.trials_blocked)) AS s(state, count)
WHERE ${RECENT} GROUP BY 1, 2`

const METHODS = `
SELECT split_part(split_part(c.key, '@', 1), ':', 1) AS method, p.provenance,
       sum(e.trials_total)::float8 AS trials, sum(c.resolved)::float8 AS resolved,
       sum(c.charged)::float8 AS "callsCharged",
       sum(c.resolved * split_part(c.key, '@', 2)::int)::float8 AS "callsAllowed",
       coalesce(sum(c.resolved) FILTER (WHERE e.status = 'done'), 0)::float8 AS "finalResolved",
       coalesce(sum(c.correct) FILTER (WHERE e.status = 'done'), 0)::float8 AS "finalCorrect"
FROM evaluation e
JOIN pool p ON p.name = e.pool
CROSS JOIN LATERAL (
  SELECT method_key AS key, sum(resolved) AS resolved, sum(correct) AS correct, sum(calls * resolved) AS charged
  FROM method_calls WHERE evaluation_id = e.id AND grading_version = e.regraded_to GROUP BY 1
) c
WHERE ${RECENT} GROUP BY 1, 2`

const BUDGETS = `
SELECT m.id AS team, b.budget, (b.used / b.most)::float8 AS "usedRatio"
FROM team m
CROSS JOIN LATERAL (
  SELECT coalesce(sum(tokens) FILTER (WHERE day = current_date), 0) AS tokens, coalesce(sum(gpu_ms), 0) / 1000 AS gpu
  FROM usage WHERE team_id = m.id AND day >= date_trunc('month', current_date)
) u
CROSS JOIN LATERAL (VALUES ('tokens_per_day', u.tokens::float8, m.max_tokens_per_day),
  ('gpu_seconds_per_month', u.gpu, m.max_gpu_seconds_per_month),
  ('stored_bytes', coalesce((SELECT bytes FROM storage WHERE team_id = m.id), 0)::float8, m.max_stored_bytes)) AS b(budget, used, most)
WHERE b.most IS NOT NULL`

const OF_POOL = `w.pool = p.name AND w.heartbeat_at > now() - ${WORKER_FRESH}`

const POOLS = `
SELECT p.name AS pool, coalesce(live.waiting, 0) AS waiting, coalesce(live.active, 0) AS active,
       greatest(0, coalesce(open.trials, 0) - coalesce(live.trials, 0))::int AS backlog,
       coalesce(open.stalled, 0)::float8 AS "stalledSeconds",
       (SELECT count(*) FILTER (WHERE ready)::int FROM worker w WHERE ${OF_POOL}) AS "readyWorkers",
       (SELECT count(*) FILTER (WHERE NOT ready)::int FROM worker w WHERE ${OF_POOL}) AS "pausedWorkers",
       (SELECT coalesce(sum(slots) FILTER (WHERE ready), 0)::int FROM worker w WHERE ${OF_POOL}) AS slots
FROM pool p
LEFT JOIN (
  SELECT e.pool, sum(e.trials_total - e.trials_closed - e.trials_blocked) AS trials,
         max(extract(epoch FROM now() - greatest(e.created_at, read.at))) AS stalled
  FROM evaluation e
  LEFT JOIN LATERAL (SELECT max(at) AS at FROM progress WHERE evaluation_id = e.id) read ON true
  WHERE e.status = 'running' GROUP BY 1
) open ON open.pool = p.name
LEFT JOIN (
  SELECT e.pool, (count(*) FILTER (WHERE k.state = 'pending'))::int AS waiting,
         (count(*) FILTER (WHERE k.state = 'leased'))::int AS active, count(DISTINCT k.trial_id) AS trials
  FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind = 'draw'
  WHERE e.status = 'running' GROUP BY 1
) live ON live.pool = p.name`

import { type EvaluationStatus, groupBy, type Provenance } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { selectConnections, type ServerConnections } from '../connection/pool-size.js'
import { selectDemand, type TeamDemand } from '../pools/demand.js'
import { isWanted, WORKER_FRESH } from '../pools/pools.js'
import { tokensOfNextCall } from '../teams/limits.js'

/** One kind of method over a pool's evaluations of the last day. */
export interface MethodTotals {
  readonly pool: string
  readonly method: string
  readonly provenance: Provenance
  readonly trials: number
  readonly resolved: number
  readonly callsCharged: number
  /** The calls the resolved trials would have cost at their methods' full budgets. */
  readonly callsAllowed: number
  /** Of finished evaluations. */
  readonly finalResolved: number
  readonly finalCorrect: number
  /** Of running evaluations, on their closed prefixes. */
  readonly runningResolved: number
  readonly runningCorrect: number
}

/** A pool's trials of the last day that are in one state. */
export interface TrialTotals {
  readonly pool: string
  readonly provenance: Provenance
  readonly state: string
  readonly count: number
}

/** One pool's load and who carries it. */
export interface PoolTotals {
  readonly pool: string
  readonly waiting: number
  readonly active: number
  readonly backlog: number
  /** The samples that caps and the teams' limits allow in flight at once; of a paused pool, those still being drawn. */
  readonly usable: number
  /** Whether an operator has paused it. */
  readonly paused: boolean
  readonly readyWorkers: number
  readonly pausedWorkers: number
  readonly slots: number
  /** The longest time any running evaluation has gone without a new sample; 0 if none runs. */
  readonly stalledSeconds: number
  /** Running evaluations whose answers differ by worker or over the run. */
  readonly unlike: number
}

/** How much of one of its limits a team has used; at 1 and above nothing more is started. */
export interface BudgetTotals {
  readonly team: string
  readonly name: string
  readonly budget: 'tokens_per_day' | 'gpu_seconds_per_month'
  readonly usedRatio: number
}

/** The figures that on-call engineers monitor across all teams' evaluations. */
export interface FleetTotals {
  readonly evaluations: readonly { readonly status: EvaluationStatus; readonly count: number }[]
  readonly trials: readonly TrialTotals[]
  readonly methods: readonly MethodTotals[]
  readonly pools: readonly PoolTotals[]
  /** Of teams that have such a limit. */
  readonly budgets: readonly BudgetTotals[]
  /** Of the database's server. */
  readonly connections: ServerConnections | null
}

/** Selects sums for Prometheus, over the evaluations that run or ended within a day: few rows, however many trials. */
export async function selectFleetTotals(db: Db): Promise<FleetTotals> {
  return {
    evaluations: await query<FleetTotals['evaluations'][number]>(db, EVALUATIONS),
    trials: await query<TrialTotals>(db, TRIALS),
    methods: await query<MethodTotals>(db, METHODS),
    pools: await selectPools(db),
    budgets: await query<BudgetTotals>(db, BUDGETS),
    connections: await selectConnections(db),
  }
}

async function selectPools(db: Db): Promise<PoolTotals[]> {
  const teams = groupBy(await selectDemand(db), ({ pool }) => pool)
  type Row = Omit<PoolTotals, 'waiting' | 'active' | 'backlog' | 'usable'> & { readonly wanted: boolean }
  const pools = await query<Row>(db, POOLS)
  return pools.map(({ wanted, ...row }) => {
    const total = (of: (team: TeamDemand) => number) =>
      (teams.get(row.pool) ?? []).reduce((sum, team) => sum + of(team), 0)
    const active = total((team) => team.active)
    const usable = total((team) => team.usable)
    return {
      ...row,
      waiting: total(({ waiting }) => waiting),
      active,
      backlog: total(({ backlog }) => backlog),
      usable: row.paused ? active : Math.max(usable, wanted ? 1 : 0),
    }
  })
}

const RECENT = `(e.status IN ('running', 'stuck') OR e.finished_at > now() - interval '1 day')`

const EVALUATIONS = `SELECT e.status, count(*)::int AS count FROM evaluation e WHERE ${RECENT} GROUP BY 1`

const TRIALS = `
SELECT e.pool, p.provenance, s.state, sum(s.count)::float8 AS count
FROM evaluation e JOIN pool p ON p.name = e.pool
CROSS JOIN LATERAL (VALUES ('closed', e.trials_closed), ('blocked', e.trials_blocked),
  ('open', e.trials_total - e.trials_closed - e.trials_blocked)) AS s(state, count)
WHERE ${RECENT} GROUP BY 1, 2, 3`

const METHODS = `
SELECT e.pool, split_part(split_part(c.key, '@', 1), ':', 1) AS method, p.provenance,
       sum(e.trials_total)::float8 AS trials, sum(c.resolved)::float8 AS resolved,
       sum(c.charged)::float8 AS "callsCharged",
       sum(c.resolved * split_part(c.key, '@', 2)::int)::float8 AS "callsAllowed",
       coalesce(sum(c.resolved) FILTER (WHERE e.status = 'done'), 0)::float8 AS "finalResolved",
       coalesce(sum(c.correct) FILTER (WHERE e.status = 'done'), 0)::float8 AS "finalCorrect",
       coalesce(sum(l.resolved), 0)::float8 AS "runningResolved", coalesce(sum(l.correct), 0)::float8 AS "runningCorrect"
FROM evaluation e
JOIN pool p ON p.name = e.pool
CROSS JOIN LATERAL (
  SELECT method_key AS key, sum(resolved) AS resolved, sum(correct) AS correct, sum(calls * resolved) AS charged
  FROM method_calls WHERE evaluation_id = e.id AND grading_version = e.regraded_to GROUP BY 1
) c
LEFT JOIN LATERAL (
  SELECT sum(resolved) AS resolved, sum(correct) AS correct FROM live_figures
  WHERE evaluation_id = e.id AND method_key = c.key AND e.status = 'running'
) l ON true
WHERE ${RECENT} GROUP BY 1, 2, 3`

const BUDGETS = `
SELECT m.id AS team, m.name, b.budget, (b.used / b.most)::float8 AS "usedRatio"
FROM team m
CROSS JOIN LATERAL (
  SELECT coalesce(sum(tokens) FILTER (WHERE day = current_date), 0) AS tokens, coalesce(sum(gpu_ms), 0) / 1000 AS gpu
  FROM usage WHERE team_id = m.id AND day >= date_trunc('month', current_date)
) u
CROSS JOIN LATERAL (VALUES ('tokens_per_day', u.tokens::float8 + coalesce(${tokensOfNextCall('m.id')}, 0), m.max_tokens_per_day),
  ('gpu_seconds_per_month', u.gpu, m.max_gpu_seconds_per_month),
  ('stored_bytes', coalesce((SELECT bytes FROM storage WHERE team_id = m.id), 0)::float8, m.max_stored_bytes)) AS b(budget, used, most)
WHERE b.most IS NOT NULL`

const OF_POOL = `w.pool = p.name AND w.heartbeat_at > now() - ${WORKER_FRESH}`

const POOLS = `
SELECT p.name AS pool, ${isWanted('p')} AS wanted, p.paused_at IS NOT NULL AS paused, coalesce(running.stalled, 0)::float8 AS "stalledSeconds", coalesce(running.unlike, 0) AS unlike,
       (SELECT count(*) FILTER (WHERE ready)::int FROM worker w WHERE ${OF_POOL}) AS "readyWorkers",
       (SELECT count(*) FILTER (WHERE NOT ready)::int FROM worker w WHERE ${OF_POOL}) AS "pausedWorkers",
       (SELECT coalesce(sum(slots) FILTER (WHERE ready), 0)::float8 FROM worker w WHERE ${OF_POOL}) AS slots
FROM pool p
LEFT JOIN (
  SELECT e.pool, max(extract(epoch FROM now() - greatest(e.created_at, read.at))) AS stalled,
         (count(*) FILTER (WHERE jsonb_typeof(e.homogeneity -> 'alarm') = 'object'))::int AS unlike
  FROM evaluation e
  LEFT JOIN LATERAL (SELECT max(at) AS at FROM progress WHERE evaluation_id = e.id) read ON true
  WHERE e.status = 'running' GROUP BY 1
) running ON running.pool = p.name`

import { groupBy } from '@cges-fleet/core'
import { isTrialMethod, type MethodSpec, nextStop } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { reservedOf } from '../rounds/room.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { selectReservations, weightsBeside } from './reservations.js'
import { inFlightOf, roomColumns, type TeamUse, tokensLeft, tokensReserved, UNSEEN_GPU_MS } from '../teams/limits.js'

/**
 * Selects what each team has and could have running, by pool: of all pools, or of one. From the rows and not from the
 * queue, which an outage may have emptied; sums alone, so that they may be shown across teams.
 */
export async function selectDemand(db: Db, pool: string | null = null): Promise<SharedDemand[]> {
  const teams = teamDemand(await query<EvaluationDemand>(db, DEMAND, [pool]))
  const rows = pool === null ? teams : teams.filter((row) => row.pool === pool)
  const running = (await selectReservations(db, pool)).filter((one) => one.running)
  const turns = new Map(
    [...groupBy(rows, (row) => row.pool)].map(([name, ofPool]) => {
      const reserved = running.filter((one) => one.pool === name)
      return [name, { reserved, weights: weightsBeside(ofPool, reserved) }] as const
    }),
  )
  return rows.map((row) => {
    const { reserved = [], weights } = turns.get(row.pool) ?? {}
    const slots = reserved.reduce((sum, one) => sum + (one.teamId === row.id ? one.slots : 0), 0)
    return { ...row, reserved: slots, turns: weights?.get(row.id) ?? row.weight }
  })
}

const DEMAND = `
SELECT pool, "teamId", team, weight, methods, waiting, active, fresh, idle, "callsPerSample", "tokensPerCall", "callsLeft",
       "capTokensLeft", "gpuMs", "inFlight", "gpuMsLanded", "roomInFlight", "gpuMsLeft", "bytesLeft", "tokensLeft", "tokensReserved"
FROM fleet_demand($1) ORDER BY team, pool`

/**
 * The demand of one running evaluation, or of all requests that a team's gateways answer in one pool, which has no methods:
 * they ask for no more than what is in flight. With the limits on it.
 */
export interface EvaluationDemand extends Omit<TeamUse, 'mostTokens'> {
  readonly pool: string
  readonly teamId: TeamId
  readonly team: string
  readonly weight: number
  readonly methods: readonly MethodSpec[]
  readonly waiting: number
  readonly active: number
  /** Open trials that nothing was asked of yet, and others that have nothing in flight. */
  readonly fresh: number
  readonly idle: number
  readonly callsPerSample: number
  readonly tokensPerCall: number
  /** The remainder of its caps; null if it has no such cap. */
  readonly callsLeft: number | null
  readonly capTokensLeft: number | null
}

/** The samples one team has and could have in flight in a pool. */
export interface TeamDemand {
  readonly pool: string
  readonly id: TeamId
  readonly team: string
  readonly weight: number
  readonly evaluations: number
  readonly waiting: number
  readonly active: number
  /** Samples that open trials would ask for if nothing limited them. */
  readonly backlog: number
  /** Samples in flight, and those of the backlog that caps and the team's limits allow beside them. */
  readonly usable: number
}

/** With what reservations make of it now. */
export interface SharedDemand extends TeamDemand {
  readonly reserved: number
  /** The weight it takes turns by: its own, or more where slots are reserved for it. */
  readonly turns: number
}

/**
 * Sums what running evaluations could draw by pool and team. A team's limits hold over all its pools, so each pool is
 * granted the same part of its backlog: together never more than the limits allow. Pure.
 */
export function teamDemand(rows: readonly EvaluationDemand[]): TeamDemand[] {
  const teams = groupBy(rows, ({ teamId }) => teamId)
  return [...teams.values()].flatMap((ofTeam) => {
    const part = allowedPart(ofTeam)
    return [...groupBy(ofTeam, ({ pool }) => pool).values()].map((ofPool) => demandIn(ofPool, part))
  })
}

function demandIn(rows: readonly EvaluationDemand[], part: number): TeamDemand {
  const [{ pool, teamId, team, weight }] = rows as [EvaluationDemand]
  const waiting = sum(rows, (row) => row.waiting)
  const active = sum(rows, (row) => row.active)
  return {
    pool,
    id: teamId,
    team,
    weight,
    evaluations: rows.filter(({ methods }) => methods.length > 0).length,
    waiting,
    active,
    backlog: sum(rows, backlogOf),
    usable: waiting + active + Math.floor(part * sum(rows, withinCaps) + ROUNDING),
  }
}

/** Keeps a whole number whole that was divided and multiplied again. */
const ROUNDING = 1e-6

/** A fresh trial asks for all samples before the first index at which a method could stop, others for at least one. */
function backlogOf({ fresh, idle, methods }: EvaluationDemand): number {
  return fresh * Math.max(1, ...methods.filter(isTrialMethod).map((method) => nextStop(method, 0))) + idle
}

function withinCaps(row: EvaluationDemand): number {
  const { callsPerSample, tokensPerCall, callsLeft, capTokensLeft } = row
  const calls = Math.min(callsLeft ?? Infinity, (capTokensLeft ?? Infinity) / tokensPerCall)
  return Math.max(0, Math.min(backlogOf(row), Math.floor(calls / callsPerSample)))
}

/** Which part of a team's backlog its limits allow to be started now, in [0, 1]. */
function allowedPart(rows: readonly EvaluationDemand[]): number {
  const [{ inFlight, roomInFlight, tokensLeft, tokensReserved, gpuMsLeft, gpuMsLanded, bytesLeft }] = rows as [
    EvaluationDemand,
  ]
  if ((bytesLeft ?? 1) <= 0) return 0
  const wanted = (cost: (row: EvaluationDemand) => number) => sum(rows, (row) => withinCaps(row) * cost(row))
  // Samples in flight may be in any of the team's pools: they are counted at the highest cost.
  const gpuMs = Math.max(...rows.map(gpuMsOf))
  const parts = [
    partOf(roomInFlight, wanted(one)),
    partOf(less(tokensLeft, tokensReserved), wanted(tokensOf)),
    partOf(less(gpuMsLeft, gpuMsLanded + inFlight * gpuMs), wanted(gpuMsOf)),
  ]
  return Math.min(1, ...parts)
}

const one = () => 1
const tokensOf = ({ tokensPerCall, callsPerSample }: EvaluationDemand) => tokensPerCall * callsPerSample
const gpuMsOf = ({ gpuMs }: EvaluationDemand) => Math.max(1, gpuMs ?? UNSEEN_GPU_MS)
const less = (left: number | null, taken: number) => (left === null ? null : left - taken)

function partOf(left: number | null, wanted: number): number {
  return left === null || wanted === 0 ? 1 : Math.max(0, left / wanted)
}

function sum(rows: readonly EvaluationDemand[], value: (row: EvaluationDemand) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}

/**
 * The demand of every running evaluation and of the gateway's requests, with the remainder of its caps and its team's limits: of all pools, or of the
 * teams that have work in one. Sums and settings alone, so that the API may read them across teams.
 */
export const FLEET_DEMAND: DatabaseFunction = {
  name: 'fleet_demand',
  takes: '_pool text',
  returns: `TABLE (pool text, "teamId" uuid, team text, weight double precision, methods jsonb, waiting integer, active integer,
  fresh integer, idle integer, "callsPerSample" integer, "tokensPerCall" double precision, "callsLeft" double precision,
  "capTokensLeft" double precision, "gpuMs" double precision, "inFlight" integer, "gpuMsLanded" double precision,
  "roomInFlight" integer, "gpuMsLeft" double precision, "bytesLeft" double precision, "tokensLeft" double precision,
  "tokensReserved" double precision)`,
  does: `
RETURN QUERY
WITH running AS (
  SELECT e.id, e.pool, e.team_id, e.spec -> 'methods' AS methods,
         e.trials_total - e.trials_closed - e.trials_blocked AS open
  FROM evaluation e WHERE e.status = 'running' AND e.source IS NULL AND (_pool IS NULL OR e.team_id IN (
    SELECT o.team_id FROM evaluation o WHERE o.pool = _pool AND o.status = 'running'
    UNION SELECT o.team_id FROM call o WHERE o.pool = _pool AND o.live AND o.kind = 'chat'))
), chats AS (
  SELECT k.pool, k.team_id, (count(*) FILTER (WHERE k.state = 'pending'))::int AS waiting,
         (count(*) FILTER (WHERE k.state = 'leased'))::int AS active
  FROM call k WHERE k.live AND k.kind = 'chat' AND (_pool IS NULL OR k.team_id IN (
    SELECT o.team_id FROM evaluation o WHERE o.pool = _pool AND o.status = 'running'
    UNION SELECT o.team_id FROM call o WHERE o.pool = _pool AND o.live AND o.kind = 'chat'))
  GROUP BY 1, 2
), limits AS (
  SELECT m.id, m.name, m.weight, l."inFlight", l."gpuMsLanded", ${roomColumns('m.id')},
         ${tokensLeft('m.id')} AS "tokensLeft", ${tokensReserved('m.id')} AS "tokensReserved"
  FROM team m CROSS JOIN LATERAL ${inFlightOf('m.id')} l 
  WHERE m.id IN (SELECT r.team_id FROM running r UNION SELECT h.team_id FROM chats h)
), costs AS (
  SELECT u.pool, sum(u.gpu_ms) / nullif(sum(u.calls), 0)::float8 AS gpu_ms FROM usage u GROUP BY 1
)
SELECT r.pool, m.id, m.name, m.weight, r.methods, c.waiting, c.active,
       greatest(0, r.open - t.requested)::int, greatest(0, t.requested - t.parked - c.trials)::int,
       p.calls_per_sample, p.tokens_per_call::float8, (p.call_cap - p.calls - v.calls)::float8,
       (p.token_cap - p.tokens - v.long_calls * p.tokens_per_call)::float8, g.gpu_ms::float8,
       m."inFlight", m."gpuMsLanded", m."roomInFlight", m."gpuMsLeft"::float8, m."bytesLeft", m."tokensLeft", m."tokensReserved"
FROM running r JOIN limits m ON m.id = r.team_id JOIN spending p ON p.evaluation_id = r.id
LEFT JOIN costs g ON g.pool = r.pool
CROSS JOIN LATERAL (
  SELECT (count(*) FILTER (WHERE k.state = 'pending'))::int AS waiting,
         (count(*) FILTER (WHERE k.state = 'leased'))::int AS active, count(DISTINCT k.trial_id)::int AS trials
  FROM call k WHERE k.evaluation_id = r.id AND k.live AND k.kind = 'draw'
) c
CROSS JOIN LATERAL (
  SELECT count(*)::int AS requested, (count(*) FILTER (WHERE o.parked))::int AS parked
  FROM trial o WHERE o.evaluation_id = r.id AND o.state = 'open' AND o.requested > 0
) t
CROSS JOIN LATERAL (${reservedOf('r.id')}) v
UNION ALL
SELECT h.pool, m.id, m.name, m.weight, '[]'::jsonb, h.waiting, h.active, 0, 0, 1, 1::float8, NULL::float8, NULL::float8,
       g.gpu_ms::float8, m."inFlight", m."gpuMsLanded", m."roomInFlight", m."gpuMsLeft"::float8, m."bytesLeft", m."tokensLeft",
       m."tokensReserved"
FROM chats h JOIN limits m ON m.id = h.team_id LEFT JOIN costs g ON g.pool = h.pool;`,
}

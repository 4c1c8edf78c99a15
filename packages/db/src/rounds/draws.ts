import {
  effectiveWeights,
  expectedCost,
  fairTags,
  interactivePriority,
  isScaleUsedUp,
  queuePriority,
  type QueueScale,
  type Sharer,
  type WorkDone,
  type EvaluationReason,
} from '@cges-fleet/core'
import type { EndsBelow } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import { newId } from '../ids.js'
import { isReserved, sharersOf, slotsOf } from '../pools/reservations.js'
import type { QueuedCall } from './queued-calls.js'
import { inFlightOf, roomColumns, type TeamUse, teamRoom, tokensLeft, tokensReserved } from '../teams/limits.js'

export interface PlannedSample {
  readonly trialId: string
  readonly index: number
  readonly seed: number
  /** Where its response may be ended early; left out if it is wanted whole. */
  readonly endsBelow?: EndsBelow
}

interface PlannedTurns {
  /** Those the team's limits allow. */
  readonly queued: readonly (QueuedCall & { readonly trialId: string })[]
  /** The team's limit that prevents anything more from starting; null if none does. */
  readonly usedUp: EvaluationReason | null
}

/** How long a round has to queue what it planned before the sweep relays it. */
const SWEEP_AFTER = `interval '1 second'`

/**
 * Inserts the calls of the next samples as pending rows, in the transaction that planned them: the transactional
 * outbox. Each gets its fair-queueing tag among the samples of all teams; the team's turns must be locked.
 */
export async function planSamples(
  tx: Db,
  evaluation: { id: string; teamId: string; pool: string },
  planned: readonly PlannedSample[],
): Promise<PlannedTurns> {
  if (planned.length === 0) return { queued: [], usedUp: null }
  const { id, teamId, pool } = evaluation
  const { turns, last, virtual, weight, scale, usedUp } = await takeTurns(tx, evaluation, planned.length)
  const rows = turns.flatMap((turn, at) =>
    planned.slice(at, at + 1).map((sample) => ({ callId: newId(), ...sample, ...turn })),
  )
  const written = await query<WrittenDraw>(tx, WRITE, [id, teamId, pool, JSON.stringify(rows), last, virtual, weight])
  if (written.length < rows.length) throw new Error('a sample was planned whose call is still there')
  await beginAnew(tx, pool, scale)
  const calls = new Map(written.map((draw) => [`${draw.trialId}/${draw.index}`, draw]))
  const queued = rows.map(({ callId, trialId, index, priority }) => {
    const draw = calls.get(`${trialId}/${index}`) ?? { callId, index, fence: 0 }
    return { ...draw, kind: 'draw' as const, trialId, rankingId: null, pool, repair: null, priority }
  })
  return { queued, usedUp }
}

type WrittenDraw = Pick<QueuedCall, 'callId' | 'trialId' | 'index' | 'fence'>

/** Stores the team's last tag with the samples, and the virtual time unless another round is just doing so. A draw that was abandoned is made again. */
const WRITE = `
WITH virtual AS (
  UPDATE pool SET virtual_tag = $6
  WHERE name IN (SELECT name FROM pool WHERE name = $3 AND virtual_tag < $6 FOR NO KEY UPDATE SKIP LOCKED)
), kept AS (
  INSERT INTO turn (pool, team_id, last_tag, weight) VALUES ($3, $2, $5, $7)
  ON CONFLICT (pool, team_id) DO UPDATE SET last_tag = EXCLUDED.last_tag, weight = EXCLUDED.weight
), planned AS (
  SELECT * FROM jsonb_to_recordset($4::jsonb) AS p(
    "callId" uuid, "trialId" uuid, index int, seed bigint, tag float8, cost real, "endsBelow" jsonb)
), written AS (
  INSERT INTO call (id, kind, trial_id, index, team_id, evaluation_id, pool, queue_at, seed, tag, cost, ends_below)
  SELECT "callId", 'draw', "trialId", index, $2, $1, $3, now() + ${SWEEP_AFTER}, seed, tag, cost,
         "endsBelow" FROM planned
  ON CONFLICT (trial_id, index, kind) DO UPDATE
  SET state = 'pending', deliveries = 0, queued_at = NULL, queue_at = EXCLUDED.queue_at, tag = EXCLUDED.tag,
      cost = EXCLUDED.cost, ends_below = EXCLUDED.ends_below WHERE call.state = 'ended'
  RETURNING id, trial_id, index, fence
), per_trial AS (
  SELECT "trialId", count(*)::int AS requested FROM planned GROUP BY 1
), placed AS (
  UPDATE trial t SET requested = t.requested + p.requested FROM per_trial p
  WHERE t.id = p."trialId" AND t.id = ANY (ARRAY(SELECT "trialId" FROM per_trial))
)
SELECT id AS "callId", trial_id AS "trialId", index, fence FROM written`

/** Begins a pool's priority scale anew, if it changes. */
export async function beginAnew(tx: Db, pool: string, scale: QueueScale | null): Promise<void> {
  if (scale !== null) await query(tx, BEGIN_ANEW, [pool, scale.first, scale.workPerStep])
}

const BEGIN_ANEW = `
UPDATE pool SET virtual_tag = greatest(virtual_tag, $2), first_tag = $2, work_per_step = $3, reordered_at = now()
WHERE name = $1`

/** A draw's turn in its pool's fair queue. */
interface Turn {
  readonly tag: number
  /** The work it is expected to take. */
  readonly cost: number
  readonly priority: number
}

/** The turns a team may take now, fewer than requested if a limit allows less. */
export interface Turns {
  readonly turns: readonly Turn[]
  /** The tag of the team's last turn, and the pool's virtual time. */
  readonly last: number
  readonly virtual: number
  /** The weight they were given by. */
  readonly weight: number
  /** The pool's new priority scale, if that changes. */
  readonly scale: QueueScale | null
  /** The limit that is used up until time passes or it is raised; null if none is. */
  readonly usedUp: EvaluationReason | null
  /** The share of its kept requests that the team has audited. */
  readonly auditShare: number
}

interface Place extends TeamUse {
  readonly virtual: number
  readonly last: number
  readonly weight: number
  readonly slots: number
  /** The teams with work in the pool; null while nothing of it is reserved. */
  readonly sharers: readonly Sharer[] | null
  readonly calls: number
  readonly work: number
  readonly teamCalls: number
  readonly teamWork: number
  readonly poolCalls: number
  readonly poolWork: number
  readonly first: number
  readonly workPerStep: number
  /** How many interactive samples of the team come before these; null if these are not interactive. */
  readonly interactive: number | null
  readonly auditShare: number
  /** What the gateway draws of what the team has in flight. */
  readonly repliesInFlight: number
}

const STEPS_PER_SAMPLE = 16

/** Factor by which a scale's steps may be off for the pool's samples before it is reset. */
const STEP_OFF = 4

/** Whose draws take turns. */
interface TurnTaker {
  /** The evaluation; null for a request of the gateway, which says itself how many tokens a call may need. */
  readonly id: string | null
  readonly teamId: string
  readonly pool: string
  readonly mostTokens?: number
  /** The most replies that the team may have in flight. */
  readonly mostReplies?: number
}

/**
 * Assigns a team's next draws their tags by start-time fair queueing among all teams. The team's turns must be locked, or
 * two evaluations of one team could take the same.
 */
export async function takeTurns(
  tx: Db,
  { id, teamId, pool, mostTokens = 1, mostReplies = Infinity }: TurnTaker,
  samples: number,
): Promise<Turns> {
  const [place] = await query<Place>(tx, PLACE, [pool, teamId, id, mostTokens])
  if (place === undefined) throw new Error(`pool ${pool} is gone`)
  const cost = expectedCost(ofPool(place), { calls: place.teamCalls, work: place.teamWork }, place)
  const allowed = teamRoom(place)
  const length = Math.max(0, Math.min(samples, allowed.samples, mostReplies - place.repliesInFlight))
  const weight = weightOf(teamId, place)
  const tags = fairTags(
    { ...place, weight },
    Array.from({ length }, () => cost),
  )
  const last = tags.at(-1) ?? place.last
  const scale = newScale(place, last)
  const { interactive, auditShare } = place
  const turns = tags.map((tag, at) => ({
    tag,
    cost,
    priority: interactive === null ? queuePriority(tag, scale ?? place) : interactivePriority(interactive + at),
  }))
  return { turns, last, virtual: place.virtual, weight, scale, usedUp: allowed.usedUp, auditShare }
}

/** A team's weight, or what its reservation makes of it. */
function weightOf(team: string, { weight, slots, sharers }: Place): number {
  return (sharers === null ? null : effectiveWeights(slots, sharers).get(team)) ?? weight
}

/** Returns how many samples the limits of an evaluation's team allow now. The team's turns must be locked. */
export async function selectTeamRoom(
  tx: Db,
  { id, teamId, pool }: { readonly id: string; readonly teamId: string; readonly pool: string },
): Promise<number> {
  const [place] = await query<Place>(tx, PLACE, [pool, teamId, id, 1])
  return place === undefined ? 0 : teamRoom(place).samples
}

const NONE: WorkDone = { calls: 0, work: 0 }

const ofPool = (place: Place): WorkDone => ({ calls: place.poolCalls, work: place.poolWork })

/** The virtual time of pool `q`, which is $1: the largest tag of a started sample. */
export const VIRTUAL = `greatest(q.virtual_tag, coalesce((
         SELECT max(tag) FROM call WHERE live AND pool = $1 AND state = 'leased'), 0), coalesce((
         SELECT max(k.tag) FROM sample s CROSS JOIN LATERAL (
           SELECT tag FROM call
           WHERE trial_id = s.trial_id AND index = s.index AND kind = 'draw' AND pool = $1 OFFSET 0) k
         WHERE s.state = 'landed'), 0))`

const PLACE = `
SELECT CASE WHEN m.keep_requests_days IS NULL THEN 0 ELSE m.audit_share END AS "auditShare",
       ${VIRTUAL} AS virtual,
       coalesce(t.last_tag, 0) AS last, m.weight, ${slotsOf('$1')} AS slots,
       CASE WHEN ${isReserved('$1')} THEN ${sharersOf('$1', '$2')} END AS sharers,
       coalesce(p.tokens_per_call * p.calls_per_sample, $4)::float8 AS "mostTokens", coalesce(p.calls, 0)::float8 AS calls, coalesce(p.work, 0) AS work,
       u.*,
       q.first_tag AS first, q.work_per_step AS "workPerStep",
       CASE WHEN (e.spec ->> 'interactive')::boolean THEN (
         SELECT count(*)::int FROM call k JOIN evaluation o ON o.id = k.evaluation_id
         WHERE o.team_id = $2 AND o.pool = $1 AND o.status = 'running' AND (o.spec ->> 'interactive')::boolean
           AND k.live AND k.kind = 'draw') END AS interactive,
       l.*, ${roomColumns('$2')}, ${tokensLeft('$2')} AS "tokensLeft", ${tokensReserved('$2')} AS "tokensReserved"
FROM pool q JOIN team m ON m.id = $2
LEFT JOIN evaluation e ON e.id = $3 LEFT JOIN spending p ON p.evaluation_id = e.id
CROSS JOIN LATERAL (
  SELECT coalesce(sum(calls), 0)::float8 AS "poolCalls", coalesce(sum(work), 0) AS "poolWork",
         coalesce(sum(calls) FILTER (WHERE team_id = $2), 0)::float8 AS "teamCalls",
         coalesce(sum(work) FILTER (WHERE team_id = $2), 0) AS "teamWork",
         sum(gpu_ms) / nullif(sum(calls), 0)::float8 AS "gpuMs"
  FROM usage WHERE pool = $1
) u
LEFT JOIN turn t ON t.pool = $1 AND t.team_id = $2
CROSS JOIN LATERAL ${inFlightOf('$2', '$1')} l
WHERE q.name = $1 AND (e.id IS NOT NULL OR $3::uuid IS NULL)`

/** A new scale from the current virtual time, if the present one is used up or its steps are far off; else null. */
function newScale(place: Place, last: number): QueueScale | null {
  const workPerStep = expectedCost(ofPool(place), NONE, NONE) / STEPS_PER_SAMPLE
  const off = Math.max(workPerStep / place.workPerStep, place.workPerStep / workPerStep)
  const anew = isScaleUsedUp(last, place) || (place.poolCalls > 0 && off > STEP_OFF)
  return anew ? { first: place.virtual, workPerStep } : null
}

/**
 * Drops draws of closed trials that were asked for ahead of need: none after them has landed, so that a trial's samples
 * stay without gaps. Those that nobody claimed are withdrawn; those under way are abandoned, and can no longer land.
 * A draw that a worker is just claiming or landing is left to it.
 */
export async function dropDraws(tx: Db, trialIds: readonly string[]): Promise<void> {
  if (trialIds.length > 0) await query(tx, DROP, [trialIds, 'its question was finished'])
}

const DROP = `
WITH unneeded AS MATERIALIZED (
  SELECT * FROM call WHERE trial_id = ANY ($1::uuid[]) AND live AND kind = 'draw' ORDER BY id FOR UPDATE SKIP LOCKED
), needed AS (
  SELECT k.trial_id, max(k.index) AS last FROM call k
  WHERE k.trial_id = ANY ($1::uuid[]) AND k.kind = 'draw' AND k.id NOT IN (SELECT u.id FROM unneeded u)
    AND (k.live OR EXISTS (SELECT FROM sample s WHERE s.trial_id = k.trial_id AND s.index = k.index))
  GROUP BY 1
), dropped AS (
  SELECT u.* FROM unneeded u LEFT JOIN needed n ON n.trial_id = u.trial_id WHERE u.index > coalesce(n.last, -1)
), withdrawn AS (
  DELETE FROM call k USING dropped d WHERE k.id = d.id AND d.fence = 0
), ended AS (
  UPDATE call k SET state = 'ended', lease_until = NULL FROM dropped d WHERE k.id = d.id AND d.fence > 0
), written AS (
  INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, claim, state, reason, started_at)
  SELECT id, fence, team_id, evaluation_id, worker_id, claim, 'abandoned', $2, claimed_at FROM dropped
  WHERE state = 'leased'
), counted AS (
  SELECT trial_id, count(*)::int AS n FROM dropped GROUP BY 1
)
UPDATE trial t SET requested = t.requested - c.n FROM counted c WHERE t.id = c.trial_id`

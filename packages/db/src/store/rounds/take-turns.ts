import {
  expectedCost,
  fairTags,
  interactivePriority,
  isScaleUsedUp,
  queuePriority,
  type QueueScale,
  type WorkDone,
} from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import { inFlightOf, roomColumns, type TeamFigures, teamRoom } from '../teams/team-room.js'
import { tokensLeft, tokensReserved } from '../teams/team-tokens.js'

/** A sample's turn in its pool's fair queue. */
export interface Turn {
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
  /** The pool's new priority scale, if that changes. */
  readonly scale: QueueScale | null
  /** The limit that is used up until time passes or it is raised; null if none is. */
  readonly usedUp: string | null
}

interface Place extends TeamFigures {
  readonly virtual: number
  readonly last: number
  readonly weight: number
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
}

const STEPS_PER_SAMPLE = 16

/** Factor by which a scale's steps may be off for the pool's samples before it is reset. */
const STEP_OFF = 4

/**
 * Assigns an evaluation's next samples their tags by start-time fair queueing among all teams. The team's turns must be
 * locked, or two evaluations of one team could take the same.
 */
export async function takeTurns(
  tx: Db,
  evaluation: { readonly id: string; readonly teamId: string; readonly pool: string },
  samples: number,
): Promise<Turns> {
  const [place] = await query<Place>(tx, PLACE, [evaluation.pool, evaluation.teamId, evaluation.id])
  if (place === undefined) throw new Error(`pool ${evaluation.pool} is gone`)
  const cost = expectedCost(ofPool(place), { calls: place.teamCalls, work: place.teamWork }, place)
  const allowed = teamRoom(place)
  const tags = fairTags(
    place,
    Array.from({ length: Math.min(samples, allowed.samples) }, () => cost),
  )
  const last = tags.at(-1) ?? place.last
  const scale = newScale(place, last)
  const { interactive } = place
  const turns = tags.map((tag, at) => ({
    tag,
    cost,
    priority: interactive === null ? queuePriority(tag, scale ?? place) : interactivePriority(interactive + at),
  }))
  return { turns, last, virtual: place.virtual, scale, usedUp: allowed.usedUp }
}

const NONE: WorkDone = { calls: 0, work: 0 }

const ofPool = (place: Place): WorkDone => ({ calls: place.poolCalls, work: place.poolWork })

const PLACE = `
SELECT greatest(q.virtual_tag, coalesce((
         SELECT max(tag) FROM call WHERE live AND pool = $1 AND state = 'leased'), 0), coalesce((
         SELECT max(k.tag) FROM sample s CROSS JOIN LATERAL (
           SELECT tag FROM call
           WHERE trial_id = s.trial_id AND index = s.index AND kind = 'draw' AND pool = $1 OFFSET 0) k
         WHERE s.state = 'landed'), 0)) AS virtual,
       coalesce(t.last_tag, 0) AS last, m.weight,
       (p.tokens_per_call * p.calls_per_sample)::float8 AS "mostTokens", coalesce(p.calls, 0)::float8 AS calls, coalesce(p.work, 0) AS work,
       u.*,
       q.first_tag AS first, q.work_per_step AS "workPerStep",
       CASE WHEN (e.spec ->> 'interactive')::boolean THEN (
         SELECT count(*)::int FROM call k JOIN evaluation o ON o.id = k.evaluation_id
         WHERE o.team_id = $2 AND o.pool = $1 AND o.status = 'running' AND (o.spec ->> 'interactive')::boolean
           AND k.live AND k.kind = 'draw') END AS interactive,
       l.*, ${roomColumns('$2')}, ${tokensLeft('$2')} AS "tokensLeft", ${tokensReserved('$2')} AS "tokensReserved"
FROM evaluation e JOIN pool q ON q.name = $1 JOIN team m ON m.id = $2
JOIN spending p ON p.evaluation_id = e.id
CROSS JOIN LATERAL (
  SELECT coalesce(sum(calls), 0)::float8 AS "poolCalls", coalesce(sum(work), 0) AS "poolWork",
         coalesce(sum(calls) FILTER (WHERE team_id = $2), 0)::float8 AS "teamCalls",
         coalesce(sum(work) FILTER (WHERE team_id = $2), 0) AS "teamWork",
         sum(gpu_ms) / nullif(sum(calls), 0)::float8 AS "gpuMs"
  FROM usage WHERE pool = $1
) u
LEFT JOIN turn t ON t.pool = $1 AND t.team_id = $2
CROSS JOIN LATERAL ${inFlightOf('$2')} l
WHERE e.id = $3`

/** A new scale from the current virtual time, if the present one is used up or its steps are far off; else null. */
function newScale(place: Place, last: number): QueueScale | null {
  const workPerStep = expectedCost(ofPool(place), NONE, NONE) / STEPS_PER_SAMPLE
  const off = Math.max(workPerStep / place.workPerStep, place.workPerStep / workPerStep)
  const anew = isScaleUsedUp(last, place) || (place.poolCalls > 0 && off > STEP_OFF)
  return anew ? { first: place.virtual, workPerStep } : null
}

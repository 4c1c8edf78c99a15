import type { ModelsUntil, UntilLook } from '@cges-fleet/core'
import { type SeenModel, untilModelsState } from '@cges-fleet/statistics'
import { type Db, query } from '../connection/query.js'
import { DECIDED_HERE } from '../evaluations/verdicts.js'
import type { TeamId } from '../ids.js'

/** A look reads all verdicts of the prefix, so there are at most so many in an evaluation. */
const LOOKS = 100

/** Whether a prefix that grew has passed a point at which models are compared. */
export function isLookDue(start: number, prefix: number, trials: number): boolean {
  const step = Math.ceil(trials / LOOKS)
  return prefix === trials || Math.floor(prefix / step) > Math.floor(start / step)
}

interface Compared {
  readonly id: string
  readonly teamId: TeamId
  readonly until: ModelsUntil
}

interface Row {
  /** Null if there is no other model. */
  readonly key: string | null
  readonly trials: number
  readonly closed: number
  readonly isDropped: boolean
  readonly wins: number
  readonly losses: number
  readonly unknown: number
  /** The length of this model's own closed prefix. */
  readonly own: number
}

/**
 * Compares a model with the others of its suite, on the first questions that both have closed: one seed gives one order.
 * Those that failed or were cancelled are left out.
 */
export async function lookAtModels(tx: Db, { id, teamId, until }: Compared): Promise<UntilLook> {
  const { method, models, group } = until
  const rows = await query<Row>(tx, OTHERS, [id, teamId, method, models, group])
  const others = rows.flatMap(({ key, trials, closed, isDropped, wins, losses, unknown }): SeenModel[] =>
    key === null ? [] : [{ key, trials, closed, isDropped, counts: { wins, losses, unknown } }],
  )
  return untilModelsState(until, rows[0]?.own ?? 0, others)
}

/** Whether the look that ended an evaluation found another model better. */
const DROPPED = `o.decided -> 'decisions' @> '[{"outcome": "better"}]'`

const OTHERS = `
WITH own AS (
  SELECT id, benchmark_id, closed_prefix FROM evaluation WHERE id = $1
), others AS (
  SELECT o.id, o.pool, o.trials_total, least(o.closed_prefix, own.closed_prefix) AS closed,
         coalesce(${DROPPED}, false) AS dropped
  FROM own JOIN evaluation o ON o.team_id = $2 AND o.pool = ANY ($4::text[]) AND o.benchmark_id = own.benchmark_id
  WHERE o.spec -> 'until' ->> 'group' = $5 AND o.id <> own.id AND o.deleted_at IS NULL
    AND o.status NOT IN ('cancelled', 'failed')
), went AS MATERIALIZED (
  SELECT t.evaluation_id, t.ordinal, (
    SELECT coalesce(a.correct, false) FROM verdict
    LEFT JOIN answer_grade a ON a.benchmark_id = (SELECT benchmark_id FROM own) AND a.position = t.position
      AND a.answer_key = verdict.answer_key AND a.grading_version = verdict.grading_version
    WHERE verdict.trial_id = t.id AND verdict.method_key = $3 AND ${DECIDED_HERE}
    ORDER BY verdict.grading_version DESC LIMIT 1) AS correct
  FROM trial t
  WHERE t.evaluation_id IN (SELECT id FROM own UNION ALL SELECT id FROM others)
    AND t.ordinal < (SELECT max(closed) FROM others)
)
SELECT o.pool AS key, o.trials_total AS trials, o.closed, o.dropped AS "isDropped", own.closed_prefix AS own,
       count(*) FILTER (WHERE other.correct AND NOT mine.correct)::int AS wins,
       count(*) FILTER (WHERE mine.correct AND NOT other.correct)::int AS losses,
       count(*) FILTER (WHERE mine.ordinal IS NOT NULL AND (mine.correct IS NULL OR other.correct IS NULL))::int AS unknown
FROM own LEFT JOIN others o ON true
LEFT JOIN went mine ON mine.evaluation_id = own.id AND mine.ordinal < o.closed
LEFT JOIN went other ON other.evaluation_id = o.id AND other.ordinal = mine.ordinal
GROUP BY o.id, o.pool, o.trials_total, o.closed, o.dropped, own.closed_prefix ORDER BY o.pool`

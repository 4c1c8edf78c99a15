import type { EvaluationEvent, EvaluationReason } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { EvaluationEventEntity } from '../schema/evaluation.js'
import { reasonJson } from './reason-json.js'

/**
 * Records an event of an evaluation and its reason; if the event ends the evaluation, finds it stuck or raises an alarm,
 * also the message for its webhook, with the figures as they are now. The evaluation must be locked, so that events are numbered without gaps, and
 * already changed.
 */
export async function writeEvent(
  tx: Db,
  evaluation: { id: string; teamId: string },
  { kind, reason }: { readonly kind: EvaluationEvent['kind']; readonly reason: EvaluationReason | null },
): Promise<void> {
  await query(tx, EVENT, [evaluation.id, evaluation.teamId, kind, reasonJson(reason), INSTANT])
}

/** ISO 8601, as PostgreSQL is told to write it. */
const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

const EVENT = `
WITH event AS (
  INSERT INTO evaluation_event (evaluation_id, sequence, team_id, kind, reason)
  SELECT $1, coalesce(max(sequence), 0) + 1, $2, $3, $4::jsonb FROM evaluation_event WHERE evaluation_id = $1
  RETURNING evaluation_id, sequence, team_id, kind, reason
)
INSERT INTO delivery (id, team_id, evaluation_id, sequence, webhook, body)
SELECT gen_random_uuid(), v.team_id, e.id, v.sequence, e.spec ->> 'notify', jsonb_build_object(
  'type', 'evaluation.' || m.type,
  'evaluation', jsonb_build_object(
    'id', e.id, 'name', e.name, 'status', e.status, 'incomplete', e.status IN ('done', 'decided') AND e.trials_blocked > 0, 'reason', v.reason, 'benchmark', b.name, 'model', p.model,
    'answeredBy', coalesce(e.source ->> 'provenance', p.provenance), 'createdAt', to_char(e.created_at AT TIME ZONE 'UTC', $5),
    'endedAt', CASE WHEN m.type = 'ended' THEN to_char(now() AT TIME ZONE 'UTC', $5) END, 'samplesDrawn', e.samples_drawn, 'digest', e.digest,
    'trials', jsonb_build_object('total', e.trials_total, 'closed', e.trials_closed, 'blocked', e.trials_blocked)),
  'best', CASE WHEN e.status = 'done' AND e.best_method IS NOT NULL THEN jsonb_build_object(
    'method', e.best_method, 'accuracy', e.best_accuracy, 'trials', e.best_trials, 'calls', e.best_calls,
    'savedAgainstSc', e.best_saved, 'tokens', e.best_tokens) END,
  'alarm', CASE WHEN m.type = 'alarm' THEN e.homogeneity -> 'alarm' END)
FROM event v JOIN evaluation e ON e.id = v.evaluation_id
CROSS JOIN LATERAL (SELECT CASE WHEN v.kind IN ('stuck', 'alarm') THEN v.kind ELSE 'ended' END AS type) m
JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE v.kind IN ('done', 'decided', 'cancelled', 'budget_stopped', 'failed', 'stuck', 'alarm')
  AND e.spec ->> 'notify' IS NOT NULL`

/** Lists the events of an evaluation, oldest first: all of them, or a number of the newest. */
export async function listEvents(
  db: Db,
  team: TeamId,
  of: { id: string; newest?: number },
): Promise<EvaluationEvent[]> {
  const events = await db.getRepository(EvaluationEventEntity).find({
    where: { teamId: team, evaluationId: of.id },
    order: { sequence: 'DESC' },
    ...(of.newest === undefined ? {} : { take: of.newest }),
  })
  return events.toReversed().map(({ sequence, at, kind, reason }) => ({ sequence, at: at.toISOString(), kind, reason }))
}

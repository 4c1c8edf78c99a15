import type { EvaluationEvent } from '@cges-fleet/core'
import { type Db, query } from '../query.js'

/** Writes down what happened to an evaluation and why. Its row must be locked, so that events are numbered without gaps. */
export async function writeEvent(
  tx: Db,
  evaluation: { id: string; teamId: string },
  event: { kind: EvaluationEvent['kind']; reason: string | null },
): Promise<void> {
  await query(
    tx,
    `INSERT INTO evaluation_event (evaluation_id, sequence, team_id, kind, reason)
     SELECT $1, coalesce(max(sequence), 0) + 1, $2, $3, $4 FROM evaluation_event WHERE evaluation_id = $1`,
    [evaluation.id, evaluation.teamId, event.kind, event.reason?.slice(0, 1000) ?? null],
  )
}

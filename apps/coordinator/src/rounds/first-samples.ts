import type { EvaluationReason } from '@cges-fleet/core'
import {
  type EntityManager,
  type LockedEvaluation,
  type Outcomes,
  pauseSenseless,
  selectOutcomes,
} from '@cges-fleet/db'

/** Samples before an evaluation is judged. */
const FIRST_SAMPLES = 32

/** An evaluation of which this share of the first samples cast no vote is paused. */
const WITHOUT_VOTE = 0.9

/**
 * Pauses an evaluation if nearly none of its first samples cast a vote: it would spend its budget and compare nothing.
 * Judged once, in the round that brings the 32nd sample, so whoever resumes it has decided. Returns whether it was paused.
 */
export async function pauseWithoutVotes(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  taken: number,
): Promise<boolean> {
  const { samplesDrawn, imported } = evaluation
  if (imported || samplesDrawn >= FIRST_SAMPLES || samplesDrawn + taken < FIRST_SAMPLES) return false
  const reason = whyWithoutVotes(await selectOutcomes(tx, evaluation.id))
  if (reason === null) return false
  await pauseSenseless(tx, evaluation, reason)
  return true
}

/** Finds why nearly none of the first samples cast a vote; null if they do, or it is too early. */
function whyWithoutVotes({ drawn, truncated, unread, declined, maxTokens }: Outcomes): EvaluationReason | null {
  if (drawn < FIRST_SAMPLES || truncated + unread + declined < WITHOUT_VOTE * drawn) return null
  const samples = Math.max(truncated, unread, declined)
  if (samples === truncated) return { kind: 'truncated', counts: { samples, drawn, maxTokens }, why: null }
  return { kind: samples === declined ? 'declined' : 'unread', counts: { samples, drawn }, why: null }
}

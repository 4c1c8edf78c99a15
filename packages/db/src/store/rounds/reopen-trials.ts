import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'

/** Trials reopened and decided per round. */
const TRIALS_PER_ROUND = 500

/** Reopens the next trials that were closed or blocked before methods were added, for this round to decide. */
export async function reopenTrials(
  tx: Db,
  evaluation: LockedEvaluation,
): Promise<{ readonly trialIds: readonly string[]; readonly more: boolean }> {
  const from = evaluation.reopenedUpTo
  if (from === null) return { trialIds: [], more: false }
  const to = from + TRIALS_PER_ROUND
  const more = to < evaluation.trialsPlanned
  const rows = await query<{ id: string }>(tx, REOPEN, [evaluation.id, from, to, more ? to : null])
  return { trialIds: rows.map(({ id }) => id), more }
}

const REOPEN = `
WITH before AS (
  SELECT id, state FROM trial
  WHERE evaluation_id = $1 AND ordinal >= $2 AND ordinal < $3 AND (state <> 'open' OR parked)
), counted AS (
  UPDATE evaluation e
  SET trials_closed = e.trials_closed - c.closed, trials_blocked = e.trials_blocked - c.blocked, reopened_up_to = $4
  FROM (SELECT count(*) FILTER (WHERE state = 'closed')::int AS closed,
               count(*) FILTER (WHERE state = 'blocked')::int AS blocked FROM before) c
  WHERE e.id = $1
)
UPDATE trial t SET state = 'open', parked = false FROM before b WHERE t.id = b.id RETURNING t.id`

import type { Attempt } from './complete-sample.js'
import { type Db, query } from './query.js'

export interface ScoreEnd {
  readonly state: 'settled' | 'failed' | 'handed_back'
  readonly reason: string | null
  readonly promptTokens: number | null
}

/** Writes a reward model's call into the ledger before it is made, if the attempt still holds its sample. Returns whether it does. */
export async function startScore(db: Db, attempt: Attempt, workerId: string): Promise<boolean> {
  const rows = await query<{ index: number }>(
    db,
    `INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state)
     SELECT trial_id, index, 'score', fence, team_id, evaluation_id, $4, 'started' FROM sample
     WHERE trial_id = $1 AND index = $2 AND fence = $3 AND state = 'leased'
     ON CONFLICT (trial_id, index, kind, fence) DO UPDATE SET worker_id = EXCLUDED.worker_id
     RETURNING index`,
    [attempt.trialId, attempt.index, attempt.fence, workerId],
  )
  return rows.length > 0
}

/** Writes how a reward model's call ended. Its sample decides for itself whether it lands. */
export async function endScore(db: Db, attempt: Attempt, end: ScoreEnd): Promise<void> {
  await query(
    db,
    `UPDATE call_ledger SET state = $4, reason = $5, prompt_tokens = $6, ended_at = now()
     WHERE trial_id = $1 AND index = $2 AND kind = 'score' AND fence = $3 AND state IN ('started', 'lost')`,
    [attempt.trialId, attempt.index, attempt.fence, end.state, end.reason?.slice(0, 1000) ?? null, end.promptTokens],
  )
}

import type { Attempt } from './complete-sample.js'
import { type Db, query } from '../query.js'

export interface ScoreEnd {
  readonly state: 'settled' | 'failed' | 'handed_back'
  readonly reason: string | null
  readonly promptTokens: number | null
}

/** Writes a reward model's call into the ledger before it is made, if the attempt still holds its sample. Returns whether it does. */
export async function startScore(db: Db, attempt: Attempt, workerId: string): Promise<boolean> {
  const { trialId, index, fence } = attempt
  const rows = await query<{ held: boolean }>(db, `SELECT * FROM start_score($1, $2, $3, $4)`, [
    trialId,
    index,
    fence,
    workerId,
  ])
  return rows[0]?.held ?? false
}

/** Writes how a reward model's call ended. Its sample decides for itself whether it lands. */
export async function endScore(db: Db, attempt: Attempt, end: ScoreEnd): Promise<void> {
  const { trialId, index, fence } = attempt
  const reason = end.reason?.slice(0, 1000) ?? null
  await query(db, `SELECT end_score($1, $2, $3, $4, $5, $6)`, [
    trialId,
    index,
    fence,
    end.state,
    reason,
    end.promptTokens,
  ])
}

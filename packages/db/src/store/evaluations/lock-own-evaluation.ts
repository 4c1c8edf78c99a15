import type { EvaluationStatus } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

export interface OwnEvaluation {
  readonly id: string
  readonly teamId: string
  readonly status: EvaluationStatus
  readonly methods: readonly MethodSpec[]
  readonly questions: number
  readonly replicates: number
  readonly replicateBlocks: readonly number[]
  /** Imported from a log: no sample is ever drawn. */
  readonly imported: boolean
}

/** Locks a team's evaluation, so that no round decides while it is being changed; null if the team has none. */
export async function lockOwnEvaluation(tx: Db, team: TeamId, id: string): Promise<OwnEvaluation | null> {
  const rows = await query<OwnEvaluation>(
    tx,
    `SELECT id, team_id AS "teamId", status, spec -> 'methods' AS methods, questions, replicates,
            coalesce(replicate_blocks, ARRAY[replicates]) AS "replicateBlocks",
            source IS NOT NULL AS imported
     FROM evaluation WHERE team_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [team, id],
  )
  return rows[0] ?? null
}

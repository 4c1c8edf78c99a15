import type { VoteRules } from '@cges-fleet/answers'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Selects how an evaluation's votes compare answers, for exports that are read without the fleet. */
export async function selectVoteRules(db: Db, team: TeamId, evaluationId: string): Promise<VoteRules> {
  const [row] = await query<VoteRules>(
    db,
    `SELECT b.answer_kind AS kind, coalesce((e.spec -> 'paper')::boolean, false) AS paper
     FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id WHERE e.team_id = $1 AND e.id = $2`,
    [team, evaluationId],
  )
  if (row === undefined) throw new Error(`no evaluation ${evaluationId}`)
  return row
}

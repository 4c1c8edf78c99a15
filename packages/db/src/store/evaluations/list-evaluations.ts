import type { EvaluationPage, EvaluationSummary } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { evaluationSummary, SUMMARY, type SummaryRow } from './evaluation-summary.js'
import { type Db, query } from '../query.js'

const PAGE = 50

/** Lists a team's evaluations, newest first, a page at a time; the cursor is the last id of the page before. */
export async function listEvaluations(db: Db, team: TeamId, cursor: string | null): Promise<EvaluationPage> {
  const rows = await query<SummaryRow>(
    db,
    `${SUMMARY} WHERE e.team_id = $1 AND ($2::uuid IS NULL OR e.id < $2) ORDER BY e.id DESC LIMIT ${PAGE + 1}`,
    [team, cursor],
  )
  const evaluations: EvaluationSummary[] = rows.slice(0, PAGE).map(evaluationSummary)
  const last = evaluations.at(-1)
  return { evaluations, next: rows.length > PAGE && last !== undefined ? last.id : null }
}

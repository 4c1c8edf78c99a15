import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/**
 * What one method has on the closed prefix at so many calls; `paired` of the resolved its baseline has resolved too, of which
 * it won and lost so many.
 */
export interface PrefixRow {
  readonly methodKey: string
  readonly calls: number
  readonly resolved: number
  readonly correct: number
  readonly paired: number
  readonly wins: number
  readonly losses: number
}

/** Reads what each method has on the trials closed at the front of an evaluation's order. */
export function readPrefixFigures(db: Db, team: TeamId, evaluationId: string): Promise<PrefixRow[]> {
  return query<PrefixRow>(db, PREFIX, [team, evaluationId])
}

const PREFIX = `
SELECT method_key AS "methodKey", calls, resolved, correct, paired, wins, losses FROM live_figures
WHERE team_id = $1 AND evaluation_id = $2`

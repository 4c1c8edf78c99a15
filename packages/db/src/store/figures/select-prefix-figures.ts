import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/**
 * A method's figures on the closed prefix at one number of calls; `paired` of the resolved are resolved by its baseline
 * too, of which it won and lost so many.
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

/** Selects each method's figures on an evaluation's closed prefix. */
export function selectPrefixFigures(db: Db, team: TeamId, evaluationId: string): Promise<PrefixRow[]> {
  return query<PrefixRow>(db, PREFIX, [team, evaluationId])
}

const PREFIX = `
SELECT method_key AS "methodKey", calls, resolved, correct, paired, wins, losses FROM live_figures
WHERE team_id = $1 AND evaluation_id = $2`

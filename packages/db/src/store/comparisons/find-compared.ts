import type { Sampling } from '@cges-fleet/core'
import type { ReportedSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** The facts of an evaluation that decide whether others may be compared with it, beyond those its page shows. */
export interface Compared {
  readonly id: string
  readonly name: string
  readonly benchmark: string
  readonly revision: string
  readonly template: string
  readonly modelRevision: string | null
  readonly rewardModel: string | null
  readonly stepScorer: string | null
  readonly sampling: Partial<Sampling>
  /** Its own, and the external rules that it has verdicts of. */
  readonly methods: readonly ReportedSpec[]
  readonly paper: boolean
  readonly questions: number
}

/** Finds the evaluations to be compared, in the order named; those the team does not have are left out. */
export async function findCompared(db: Db, team: TeamId, ids: readonly string[]): Promise<Compared[]> {
  const rows = await query<Compared>(db, `${COMPARED} AND e.id = ANY ($2)`, [team, ids])
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** Finds the newest evaluations of a suite, `most` of them. */
export function findSuite(db: Db, team: TeamId, suite: string, most: number): Promise<Compared[]> {
  return query<Compared>(db, `${COMPARED} AND e.suite = $2 ORDER BY e.id DESC LIMIT $3`, [team, suite, most])
}

const COMPARED = `
SELECT e.id, e.name, b.name AS benchmark, b.revision, b.template, p.model_revision AS "modelRevision",
       p.reward_model AS "rewardModel", p.step_scorer AS "stepScorer", e.spec -> 'sampling' AS sampling, (e.spec -> 'methods') || coalesce(e.spec -> 'external', '[]') AS methods,
       coalesce((e.spec -> 'paper')::boolean, false) AS paper, e.questions
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE e.team_id = $1`

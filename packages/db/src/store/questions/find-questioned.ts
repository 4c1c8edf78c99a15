import type { AnswerKind } from '@cges-fleet/answers'
import { methodKey, type ReportedSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** The part of an evaluation needed to select its questions. */
export interface Questioned {
  readonly id: string
  readonly benchmarkId: string
  readonly revision: string
  readonly answerKind: AnswerKind
  readonly template: string
  /** Whether its benchmark's questions and responses are shown on request only. */
  readonly gated: boolean
  readonly version: number
  readonly status: string
  readonly trials: number
  readonly methods: readonly ReportedSpec[]
}

/** The methods of one budget as SQL needs them: `sc` is the key of the SC among them, null if there is none. */
export interface KeyedBudget {
  readonly budget: number
  readonly keys: readonly string[]
  readonly sc: string | null
}

/** Finds the evaluation whose questions are asked for; null if the team has none with that id. */
export async function findQuestioned(db: Db, team: TeamId, id: string): Promise<Questioned | null> {
  const [row] = await query<Questioned>(
    db,
    `SELECT e.id, e.benchmark_id AS "benchmarkId", b.revision, b.answer_kind AS "answerKind", b.template,
            coalesce((b.dataset ->> 'gated')::boolean, false) AS gated, e.version, e.status,
            e.trials_total AS trials, (e.spec -> 'methods') || coalesce(e.spec -> 'external', '[]') AS methods
     FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id WHERE e.team_id = $1 AND e.id = $2`,
    [team, id],
  )
  return row ?? null
}

/** Groups an evaluation's methods by budget, so that the vote over each budget is taken once. */
export function keyedBudgets({ methods }: Pick<Questioned, 'methods'>): KeyedBudget[] {
  return [...new Set(methods.map((spec) => spec.budget))].map((budget) => {
    const among = methods.filter((spec) => spec.budget === budget)
    const sc = among.find(({ method }) => method === 'sc')
    return { budget, keys: among.map(methodKey), sc: sc === undefined ? null : methodKey(sc) }
  })
}

import type { AnswerKind } from '@cges-fleet/answers'
import type { Agreement } from '@cges-fleet/core'
import { methodKey, type ReportedSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

/** A method of another evaluation of the same benchmark revision, or of the same evaluation, and who of the two is right. */
export interface Versus {
  readonly evaluation: string
  readonly method: string
  readonly agreement: Agreement
}

interface Places {
  readonly versus: string
  readonly versusMethod: string
  readonly agreement: string
}

/** The newest verdict `ov` of the other method on the trial that is where `row` is, and its grade `r`: an index scan a trial. */
function otherVerdict({ versus, versusMethod }: Omit<Places, 'agreement'>, row: 't' | 'p'): string {
  return `FROM trial ot
    JOIN evaluation oe ON oe.id = ot.evaluation_id
    JOIN LATERAL (
      SELECT * FROM verdict
      WHERE trial_id = ot.id AND method_key = ${versusMethod} ORDER BY grading_version DESC LIMIT 1
    ) ov ON true
    LEFT JOIN answer_grade r ON r.benchmark_id = oe.benchmark_id AND r.position = ot.position
      AND r.answer_key = ov.answer_key AND r.grading_version = ov.grading_version
    WHERE ot.evaluation_id = ${versus} AND ot.replicate = ${row}.replicate AND ot.position = ${row}.position`
}

/** Which of the method of facts `f` and the other one is right on trial `t`, if both have verdicts. */
export function agreesSql({ agreement, ...other }: Places): string {
  return `(${agreement} IS NULL OR ${agreement} = (
    SELECT CASE WHEN f.own_correct THEN CASE WHEN r.correct THEN 'both' ELSE 'this' END
                WHEN r.correct THEN 'other' ELSE 'neither' END
    ${otherVerdict(other, 't')} AND f.own_resolved))`
}

/** What the other method decided on the trial of page row `p`, as a list of questions shows a verdict. */
export function versusSql(other: Omit<Places, 'agreement'>): string {
  return `SELECT jsonb_build_object(
      'method', ov.method_key, 'state', 'resolved', 'calls', ov.calls, 'answer', left(ov.answer_key, 100),
      'correct', coalesce(r.correct, false), 'score', ov.score, 'otherScore', ov.other_score, 'reason', ov.reason) AS verdict
    ${otherVerdict(other, 'p')}`
}

/** The part of an evaluation needed to select its questions. */
export interface Questioned {
  readonly id: string
  readonly benchmarkId: string
  readonly revision: string
  readonly answerKind: AnswerKind
  readonly template: string
  /** Whether its benchmark's questions and responses are shown on request only. */
  readonly gated: boolean
  /** When the texts it had were deleted; null if they were not. */
  readonly textsDeletedAt: Date | null
  readonly version: number
  readonly status: string
  readonly trials: number
  /** Changes whenever a flag of one of its questions does. */
  readonly flagsAt: string
  readonly methods: readonly ReportedSpec[]
}

/** The methods of one budget as SQL needs them: `sc` is the key of the SC among them, null if there is none. */
interface KeyedBudget {
  readonly budget: number
  readonly keys: readonly string[]
  readonly sc: string | null
}

/** Finds the evaluation whose questions are asked for; null if the team has none with that id. */
export async function findQuestioned(db: Db, team: TeamId, id: string): Promise<Questioned | null> {
  const [row] = await query<Questioned>(
    db,
    `SELECT e.id, e.benchmark_id AS "benchmarkId", b.revision, b.answer_kind AS "answerKind", b.template,
            coalesce((b.dataset ->> 'gated')::boolean, false) AS gated,
            e.texts_deleted_at AS "textsDeletedAt", e.version, e.status,
            (SELECT concat_ws(' ', count(c.flag), count(*), max(greatest(c.created_at, c.edited_at)))
             FROM question_comment c WHERE c.benchmark_id = b.id) AS "flagsAt",
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

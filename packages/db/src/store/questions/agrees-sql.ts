import type { Agreement } from '@cges-fleet/core'

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

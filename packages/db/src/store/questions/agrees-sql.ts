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

/** Who of the method of facts `f` and the other one is right on trial `t`, where both have verdicts: an index scan a trial. */
export function agreesSql({ versus, versusMethod, agreement }: Places): string {
  return `(${agreement} IS NULL OR ${agreement} = (
    SELECT CASE WHEN f.own_correct THEN CASE WHEN r.correct THEN 'both' ELSE 'this' END
                WHEN r.correct THEN 'other' ELSE 'neither' END
    FROM trial ot
    JOIN evaluation oe ON oe.id = ot.evaluation_id
    JOIN LATERAL (
      SELECT answer_key, grading_version FROM verdict
      WHERE trial_id = ot.id AND method_key = ${versusMethod} ORDER BY grading_version DESC LIMIT 1
    ) ov ON true
    LEFT JOIN answer_grade r ON r.benchmark_id = oe.benchmark_id AND r.position = ot.position
      AND r.answer_key = ov.answer_key AND r.grading_version = ov.grading_version
    WHERE f.own_resolved AND ot.evaluation_id = ${versus} AND ot.replicate = t.replicate AND ot.position = t.position))`
}

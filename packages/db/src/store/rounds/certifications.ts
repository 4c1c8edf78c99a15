import type { Certification } from '@cges-fleet/methods'
import { type Db, query } from '../query.js'
import type { ReadSample } from './select-open-trials.js'

/** The questions a threshold is fixed on, by position, and how many samples of each it needs. */
export interface Calibration {
  readonly evaluationId: string
  readonly positions: readonly number[]
  readonly budget: number
}

/**
 * Selects the samples of calibration questions, those of one question together, by position; null while one of them is
 * neither drawn whole nor blocked.
 */
export async function selectCalibration(
  tx: Db,
  { evaluationId, positions, budget }: Calibration,
): Promise<(readonly ReadSample[])[] | null> {
  const [row] = await query<{ settled: number }>(tx, SETTLED, [evaluationId, positions, budget])
  if (row?.settled !== positions.length) return null
  const trials = await query<{ samples: ReadSample[] }>(tx, SAMPLES, [evaluationId, positions, budget])
  return trials.map(({ samples }) => samples)
}

const SETTLED = `
SELECT count(*)::int AS settled FROM trial t
WHERE t.evaluation_id = $1 AND t.replicate = 0 AND t.position = ANY ($2::int[])
  AND (t.read >= $3 OR EXISTS (
    SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.state = 'read' AND s.index < $3
      AND (s.outcome = 'invalid_request' OR s.outcome = 'infra_error' AND NOT t.retrying)))`

const SAMPLES = `
SELECT coalesce(s.samples, '[]'::jsonb) AS samples
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'outcome', coalesce(r.outcome, s.outcome),
           'answerKey', CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END,
           'signals', s.signals) ORDER BY s.index) AS samples
  FROM sample s
  LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index AND r.grading_version = e.regraded_to
  WHERE s.trial_id = t.id AND s.state = 'read' AND s.index < $3
) s ON true
WHERE t.evaluation_id = $1 AND t.replicate = 0 AND t.position = ANY ($2::int[])
ORDER BY t.position`

/**
 * Stores a threshold, once, and has every trial that waited for it decided again, as when methods are added. Returns
 * false, and changes nothing, if it is already fixed.
 */
export async function fixThreshold(
  tx: Db,
  evaluationId: string,
  fixed: { readonly methodKey: string; readonly certification: Certification },
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    tx,
    `UPDATE evaluation SET certified = certified || jsonb_build_object($2::text, $3::jsonb), reopened_up_to = 0
     WHERE id = $1 AND NOT certified ? $2 RETURNING id`,
    [evaluationId, fixed.methodKey, JSON.stringify(fixed.certification)],
  )
  return rows.length > 0
}

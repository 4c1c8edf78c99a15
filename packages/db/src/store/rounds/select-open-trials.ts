import type { Outcome } from '@cges-fleet/core'
import type { Confidences } from '@cges-fleet/methods'
import { type Db, query } from '../query.js'

export interface ReadSample {
  readonly index: number
  readonly outcome: Outcome
  readonly answerKey: string | null
  readonly signals: Confidences | null
}

export interface OpenTrial {
  readonly id: string
  readonly position: number
  readonly replicate: number
  readonly seedBase: number
  readonly asked: number
  readonly blocked: boolean
  /** Samples that a round has read, by index, gaps and all. */
  readonly samples: readonly ReadSample[]
  /** Keys of the methods that have their verdict. */
  readonly decided: readonly string[]
}

export interface TrialsWanted {
  readonly evaluationId: string
  /** These, whatever their state, and … */
  readonly trialIds: readonly string[]
  /** … this many more with nothing in flight, first planned first. */
  readonly idle: number
}

/** Selects the trials a round must decide again, in the order they were planned; answers in their latest grading. */
export async function selectOpenTrials(tx: Db, wanted: TrialsWanted): Promise<OpenTrial[]> {
  const rows = await query<Omit<OpenTrial, 'seedBase'> & { seedBase: string }>(tx, READ, [
    wanted.evaluationId,
    wanted.trialIds,
    wanted.idle,
  ])
  return rows.map((row) => ({ ...row, seedBase: Number(row.seedBase) }))
}

const READ = `
WITH wanted AS (
  SELECT id FROM trial WHERE id = ANY ($2::uuid[]) AND state <> 'closed'
  UNION
  (SELECT id FROM trial WHERE evaluation_id = $1 AND state = 'open' AND asked = read AND NOT parked AND NOT retrying
     AND id <> ALL ($2::uuid[])
   ORDER BY ordinal LIMIT $3)
)
SELECT t.id, t.position, t.replicate, t.seed_base AS "seedBase", t.asked, t.state = 'blocked' AS blocked,
       coalesce(s.samples, '[]'::jsonb) AS samples, coalesce(v.decided, '{}') AS decided
FROM wanted w
JOIN trial t ON t.id = w.id
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'outcome', coalesce(r.outcome, s.outcome),
           'answerKey', CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END,
           'signals', s.signals) ORDER BY s.index) AS samples
  FROM sample s
  LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index AND r.grading_version = e.regraded_to
  WHERE s.trial_id = t.id AND s.state = 'read' AND NOT (t.retrying AND s.outcome = 'infra_error')
) s ON true
LEFT JOIN LATERAL (
  SELECT array_agg(DISTINCT method_key) AS decided FROM verdict WHERE trial_id = t.id
) v ON true
ORDER BY t.ordinal`

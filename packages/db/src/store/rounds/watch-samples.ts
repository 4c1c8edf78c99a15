import {
  alarmWords,
  type Homogeneity,
  startHomogeneity,
  type WatchedSample,
  watchHomogeneity,
} from '@cges-fleet/statistics'
import { writeEvent } from '../evaluations/write-event.js'
import { type Db, query } from '../query.js'
import type { LockedEvaluation } from './lock-evaluation.js'

/** The trials by which the closed prefix has grown, from one ordinal to before another, and what was watched before them. */
export interface Growth {
  readonly start: number
  readonly prefix: number
  /** Null if the prefix has not grown, or nothing was watched yet. */
  readonly watched: Homogeneity | null
}

/**
 * Watches whether the first samples of the trials that came to the closed prefix are like those before, and writes an
 * event when they are not: the first time, and once it is known whose they are.
 */
export async function watchSamples(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  { start, prefix, watched }: Growth,
): Promise<void> {
  if (prefix <= start) return
  const before = (start === 0 ? null : watched) ?? startHomogeneity()
  if (before.alarm?.kind === 'server') return
  const samples = await query<WatchedSample>(tx, FIRST, [evaluation.id, start, prefix])
  const state = watchHomogeneity(before, samples, evaluation.id)
  await query(tx, KEEP, [evaluation.id, JSON.stringify(state)])
  const words = alarmWords(state)
  if (words !== null && state.alarm?.kind !== before.alarm?.kind)
    await writeEvent(tx, evaluation, { kind: 'alarm', reason: words })
}

const FIRST = `
SELECT k.worker_id AS server, coalesce(a.correct, false) AS right
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
JOIN sample s ON s.trial_id = t.id AND s.index = 0 AND s.state = 'read'
  AND s.outcome NOT IN ('invalid_request', 'infra_error')
LEFT JOIN call k ON k.trial_id = t.id AND k.index = 0 AND k.kind = 'draw'
LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position AND a.answer_key = s.answer_key
  AND a.grading_version = s.grading_version
WHERE t.evaluation_id = $1 AND t.ordinal >= $2 AND t.ordinal < $3
ORDER BY t.ordinal`

const KEEP = `UPDATE evaluation SET homogeneity = $2 WHERE id = $1`

import { interactivePriority, queuePriority, type QueueScale } from '@cges-fleet/core'
import type { QueuedSample } from '../rounds/plan-samples.js'

/** A pending sample that is queued again, with what tells whether it is traced: its evaluation's trace and size. */
export type RequeuedSample = QueuedSample & { readonly traceparent: string | null; readonly trialsTotal: number }

/** A pending sample with its place among all of its pool, as `PLACED` selects it. */
export type PlacedSample = Omit<RequeuedSample, 'priority'> &
  QueueScale & { readonly tag: number; readonly interactive: boolean }

/** Selects a placed sample from a sample `s`, its pool `p` and its evaluation `e`. */
export const PLACED = `s.trial_id AS "trialId", s.index, s.fence, s.pool, s.tag, p.first_tag AS first,
  p.work_per_step AS "workPerStep", coalesce((e.spec ->> 'interactive')::boolean, false) AS interactive,
  e.traceparent, e.trials_total AS "trialsTotal"`

/** Gives a sample that is queued again the priority of its place. */
export function queuedSample({ first, workPerStep, tag, interactive, ...sample }: PlacedSample): RequeuedSample {
  return { ...sample, priority: interactive ? interactivePriority(0) : queuePriority(tag, { first, workPerStep }) }
}

import { FIRST_PRIORITY, interactivePriority, queuePriority, type QueueScale } from '@cges-fleet/core'

/** What a queue carries: a score is asked by the worker that drew its sample. */
export type QueuedKind = 'draw' | 'rank'

/** A pending call as the queue carries it. */
export interface QueuedCall {
  readonly callId: string
  readonly kind: QueuedKind
  readonly fence: number
  readonly pool: string
  /** What it draws a sample of; null where it ranks. */
  readonly trialId: string | null
  readonly rankingId: string | null
  /** Which sample of the trial, or which try at the ranking. */
  readonly index: number
  /** Its place in the pool's queue: lower goes first. */
  readonly priority: number
}

/** A pending call that is queued again, with what tells whether it is traced: its evaluation's trace and size. */
export type RequeuedCall = QueuedCall & { readonly traceparent: string | null; readonly trialsTotal: number }

/** A pending call with its place among all of its pool, as `PLACED` selects it. */
export type PlacedCall = Omit<RequeuedCall, 'priority'> &
  QueueScale & { readonly tag: number; readonly interactive: boolean }

/** Selects a placed call from a call `k`, its pool `p` and its evaluation `e`. */
export const PLACED = `k.id AS "callId", k.kind, k.fence, k.pool, k.trial_id AS "trialId", k.ranking_id AS "rankingId",
  k.index, k.tag, p.first_tag AS first, p.work_per_step AS "workPerStep",
  coalesce((e.spec ->> 'interactive')::boolean, false) AS interactive, e.traceparent, e.trials_total AS "trialsTotal"`

/** Gives a call that is queued again the priority of its place. Rankings go first: a whole set of questions waits for them. */
export function queuedCall({ first, workPerStep, tag, interactive, ...call }: PlacedCall): RequeuedCall {
  if (call.kind === 'rank') return { ...call, priority: FIRST_PRIORITY }
  return { ...call, priority: interactive ? interactivePriority(0) : queuePriority(tag, { first, workPerStep }) }
}

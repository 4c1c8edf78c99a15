import { FIRST_PRIORITY, interactivePriority, type QueuedKind, queuePriority, type QueueScale } from '@cges-fleet/core'

/** A pending call as the queue carries it. */
export interface QueuedCall {
  readonly callId: string
  readonly kind: QueuedKind
  readonly fence: number
  readonly pool: string
  /** The trial it draws a sample of; null if it ranks or replies. */
  readonly trialId: string | null
  readonly rankingId: string | null
  /** Which sample of the trial, or which try at the ranking. */
  readonly index: number
  /** Which repair queued it: another job than the one before; null for its first. */
  readonly repair: number | null
  /** Its place in the pool's queue: lower goes first. */
  readonly priority: number
}

/** A pending call to queue again, with its evaluation's trace and size, which decide whether it is traced. */
export type RequeuedCall = QueuedCall & { readonly traceparent: string | null; readonly trialsTotal: number }

/** A pending call with its place in its pool's fair order, as `PLACED` selects it. */
export type PlacedCall = Omit<RequeuedCall, 'priority'> &
  QueueScale & { readonly tag: number; readonly interactive: boolean }

/** A call's repair: when a sweep last queued it, in whole milliseconds; null if none has under its fence. */
export const REPAIR = `floor(extract(epoch FROM k.queued_at) * 1000)::float8`

/** Selects a placed call from a call `k`, its pool `p` and its evaluation `e`, if it has one. */
export const PLACED = `k.id AS "callId", k.kind, k.fence, k.pool, k.trial_id AS "trialId", k.ranking_id AS "rankingId",
  k.index, ${REPAIR} AS repair, k.tag, p.first_tag AS first, p.work_per_step AS "workPerStep",
  coalesce((e.spec ->> 'interactive')::boolean, false) AS interactive, e.traceparent, coalesce(e.trials_total, 0) AS "trialsTotal"`

/**
 * Turns a placed call into a queued one: its place becomes its priority. Rankings go first, since a whole set of
 * questions waits for them.
 */
export function queuedCall({ first, workPerStep, tag, interactive, ...call }: PlacedCall): RequeuedCall {
  if (call.kind === 'rank') return { ...call, priority: FIRST_PRIORITY }
  return { ...call, priority: interactive ? interactivePriority(0) : queuePriority(tag, { first, workPerStep }) }
}

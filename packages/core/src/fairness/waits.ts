import type { EvaluationStatus } from '../schemas/evaluation-status.js'
import type { LogSource } from '../schemas/imports.js'
import type { EvaluationReason, Waits } from '../schemas/notes.js'
import type { PoolShares } from '../schemas/pool.js'
import { bindingConstraint } from './binding-constraint.js'

interface Held {
  readonly status: EvaluationStatus
  readonly reason: EvaluationReason | null
  readonly source: LogSource | null
}

/** Finds in an evaluation itself why it is not moving; null if its pool must be asked, or if it has ended. */
export function waitsOfStatus({ status, reason, source }: Held): Waits | null {
  if (status === 'stuck') return { kind: 'stuck', counts: {}, why: reason }
  if (status === 'paused') return { kind: 'paused', counts: {}, why: reason }
  if (status !== 'running' || source === null) return null
  return { kind: 'import', counts: {}, why: reason }
}

/** Coordinators sweep each second; one that has not for this long is gone, or hangs. */
const AT_WORK_SECONDS = 30

/** What seems to be under way where nobody plans. */
const NOT_HELD: readonly Waits['kind'][] = ['under-way', 'all-drawn', 'nothing-running']

/** The fleet around a pool. */
export interface AroundPool {
  /** Null if the queue does not answer, which is a reason by itself. */
  readonly paused: boolean | null
  /** How long ago any coordinator last swept; null if none ever has. */
  readonly sweptSecondsAgo: number | null
}

/** Finds in its pool why a running evaluation of which nothing is in flight is not moving. */
export function poolWaits(shares: PoolShares, { paused, sweptSecondsAgo }: AroundPool): Waits {
  if (paused === null) return { kind: 'queue-away', counts: {}, why: null }
  const binding = bindingConstraint(shares, { paused })
  const isPlanned = sweptSecondsAgo !== null && sweptSecondsAgo < AT_WORK_SECONDS
  if (isPlanned || !NOT_HELD.includes(binding.kind)) return binding
  const seconds = sweptSecondsAgo === null ? null : Math.round(sweptSecondsAgo)
  return { kind: 'no-coordinator', counts: { seconds }, why: null }
}

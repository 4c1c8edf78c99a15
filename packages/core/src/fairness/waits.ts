import type { EvaluationStatus } from '../schemas/evaluation-status.js'
import type { LogSource } from '../schemas/imports.js'
import type { EvaluationReason, Waits } from '../schemas/notes.js'
import type { PoolShares } from '../schemas/pool.js'
import type { Priority } from '../schemas/priority.js'
import { AT_WORK_SECONDS } from './at-work.js'
import { bindingConstraint } from './binding-constraint.js'
import { PRIORITIES } from './priority.js'

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

/** What seems to be under way where nobody plans. */
const NOT_HELD: readonly Waits['kind'][] = ['under-way', 'all-drawn', 'nothing-running']

/** The fleet around a pool. */
export interface AroundPool {
  readonly queueAnswers: boolean
  /** How long ago any coordinator last swept; null if none ever has. */
  readonly sweptSecondsAgo: number | null
}

/** Finds in its pool why a running evaluation of some priority, of which nothing is in flight, is not moving. */
export function poolWaits(
  shares: PoolShares,
  { queueAnswers, sweptSecondsAgo }: AroundPool,
  priority: Priority,
): Waits {
  const binding = bindingConstraint(shares)
  if (binding.kind === 'pool-paused') return binding
  if (!queueAnswers) return { kind: 'queue-away', counts: {}, why: null }
  const higher = higherThan(priority, shares.own.priorities)
  if (higher > 0 && (binding.kind === 'slots' || binding.kind === 'share'))
    return { kind: 'priority', counts: { higher }, why: priority }
  const isPlanned = sweptSecondsAgo !== null && sweptSecondsAgo < AT_WORK_SECONDS
  if (isPlanned || !(NOT_HELD.includes(binding.kind) || leavesRoom(binding, shares))) return binding
  const seconds = sweptSecondsAgo === null ? null : Math.round(sweptSecondsAgo)
  return { kind: 'no-coordinator', counts: { seconds }, why: null }
}

/** Whether a limit keeps a team below its share and would still allow a sample now. */
function leavesRoom({ kind }: Waits, { own: { samples } }: PoolShares): boolean {
  return kind === 'team-limit' && samples !== null && samples > 0
}

/** Returns what of its team's own, limit or caps, keeps an evaluation that is being drawn from more; null for the rest. */
export function heldWhileDrawn(waits: Waits | null): Waits | null {
  return waits?.kind === 'team-limit' || waits?.kind === 'caps' ? waits : null
}

function higherThan(priority: Priority, evaluations: PoolShares['own']['priorities']): number {
  const above = PRIORITIES.slice(PRIORITIES.indexOf(priority) + 1)
  return above.reduce((sum, level) => sum + evaluations[level], 0)
}

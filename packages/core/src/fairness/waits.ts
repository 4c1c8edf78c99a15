import { z } from 'zod'
import { counted } from '../counted.js'
import type { EvaluationStatus } from '../schemas/evaluation-status.js'
import type { LogSource } from '../schemas/imports.js'
import type { PoolShares } from '../schemas/pool.js'
import { bindingConstraint, constraintWords } from './binding-constraint.js'

/** What an evaluation that is not moving waits for. */
export const WAIT_KINDS = [
  'stuck',
  'paused',
  'import',
  'pool-paused',
  'queue-away',
  'no-coordinator',
  'no-worker',
  'nothing-running',
  'all-drawn',
  'slots',
  'share',
  'team-limit',
  'caps',
  'under-way',
] as const

/** Why an evaluation is not moving, for programs by its kind and counts, and for people in a sentence. */
export const Waits = z.object({
  kind: z.enum(WAIT_KINDS),
  counts: z.record(z.string(), z.number()).describe('the numbers in the sentence, by name'),
  why: z.string(),
})
export type Waits = z.infer<typeof Waits>

interface Held {
  readonly status: EvaluationStatus
  readonly reason: string | null
  readonly source: LogSource | null
}

/** Finds in an evaluation itself why it is not moving; null if its pool must be asked, or if it has ended. */
export function ownWaits({ status, reason, source }: Held): Waits | null {
  if (status === 'stuck') return { kind: 'stuck', counts: {}, why: `Stuck: ${reason ?? 'its rounds fail'}.` }
  if (status === 'paused') {
    return { kind: 'paused', counts: {}, why: `Paused${reason === null ? '' : `: ${reason}`}. Resume it to go on.` }
  }
  if (status !== 'running' || source === null) return null
  return { kind: 'import', counts: {}, why: `Waits for the rest of its log${reason === null ? '' : `: ${reason}`}.` }
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
  if (paused === null) {
    return { kind: 'queue-away', counts: {}, why: 'The queue does not answer: nothing is drawn until it does.' }
  }
  const binding = bindingConstraint(shares, { paused })
  const isPlanned = sweptSecondsAgo !== null && sweptSecondsAgo < AT_WORK_SECONDS
  if (!isPlanned && NOT_HELD.includes(binding.kind)) return noCoordinator(sweptSecondsAgo)
  const numbers = Object.entries(binding).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return { kind: binding.kind, counts: Object.fromEntries(numbers), why: constraintWords(binding) }
}

function noCoordinator(sweptSecondsAgo: number | null): Waits {
  const since =
    sweptSecondsAgo === null ? 'has run yet' : `has been at work for ${counted(Math.round(sweptSecondsAgo), 'second')}`
  return {
    kind: 'no-coordinator',
    counts: sweptSecondsAgo === null ? {} : { seconds: Math.round(sweptSecondsAgo) },
    why: `No coordinator ${since}: nothing is planned or decided until one runs.`,
  }
}

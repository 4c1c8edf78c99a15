import type { EvaluationView } from '../schemas/evaluation-view.js'
import type { PoolShares } from '../schemas/pool-shares.js'
import type { Waits } from '../schemas/waits.js'
import { bindingConstraint } from './binding-constraint.js'
import { constraintWords } from './constraint-words.js'

type Told = Pick<EvaluationView, 'status' | 'reason' | 'source'>

/** Finds in an evaluation itself why it is not moving; null if its pool must be asked, or if it has ended. */
export function ownWaits({ status, reason, source }: Told): Waits | null {
  if (status === 'stuck') return { kind: 'stuck', counts: {}, why: `Stuck: ${reason ?? 'its rounds fail'}.` }
  if (status === 'paused') {
    return { kind: 'paused', counts: {}, why: `Paused${reason === null ? '' : `: ${reason}`}. Resume it to go on.` }
  }
  if (status !== 'running' || source === null) return null
  return { kind: 'import', counts: {}, why: `Waits for the rest of its log${reason === null ? '' : `: ${reason}`}.` }
}

/**
 * Finds in its pool why a running evaluation of which nothing is in flight is not moving. `paused` is null if the queue
 * does not answer, which is a reason by itself.
 */
export function poolWaits(shares: PoolShares, { paused }: { readonly paused: boolean | null }): Waits {
  if (paused === null) {
    return { kind: 'queue-away', counts: {}, why: 'The queue does not answer: nothing is drawn until it does.' }
  }
  const binding = bindingConstraint(shares, { paused })
  const numbers = Object.entries(binding).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return { kind: binding.kind, counts: Object.fromEntries(numbers), why: constraintWords(binding) }
}

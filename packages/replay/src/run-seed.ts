import { calibrationOf, certifiedStops } from './certified-stops.js'
import {
  decide,
  decideQuestions,
  isCertified,
  isSetMethod,
  type MethodSpec,
  ruleOf,
  seededRandom,
  type StopReason,
  tokensUsed,
  type Vote,
} from '@cges-fleet/methods'

/** A method's stop on one question: the calls it is charged, and the batches it would have waited for. */
export interface Stop {
  readonly calls: number
  readonly rounds: number
  readonly answer: string | null
  readonly reason: StopReason
  /** As the decision has it. */
  readonly score: number | null
  /**
   * Generated for the calls charged, up to where the method would have ended each; null if the log does not record it.
   */
  readonly tokens: number | null
}

/** Shuffles a question's samples for one seed; the same for every method and every gamma. */
export function permute<Sample>(pool: readonly Sample[], seed: number, questionId: string): Sample[] {
  return seededRandom(`replay ${seed} ${questionId}`).shuffle(pool)
}

/**
 * Runs a method on every question's samples; `orders`, from easy to hard, are DSC's, one for every set it decides by
 * itself. A certified threshold is fixed as in an evaluation of seed 0. Null if the samples end before the method does.
 */
export function stopsOn(
  spec: MethodSpec,
  pools: readonly (readonly Vote[])[],
  orders: readonly (readonly number[])[],
): (Stop | null)[] {
  if (isCertified(spec)) {
    const recordings = pools.map(() => ({ replicate: 0 }))
    return [...certifiedStops(spec, pools, calibrationOf(spec, recordings, 0)).stops]
  }
  if (isSetMethod(spec)) {
    const stops: (Stop | null)[] = pools.map(() => null)
    for (const each of orders.flatMap((order) => decideQuestions(spec, order, pools))) {
      if (each.state === 'open') continue
      const { calls, batches: rounds, answer, reason, score } = each
      const tokens = tokensUsed(spec, pools[each.question] ?? [], calls)
      stops[each.question] = { calls, rounds, answer, reason, score, tokens }
    }
    return stops
  }
  return pools.map((pool) => {
    const decision = decide(spec, pool)
    if (decision.state === 'open') return null
    const { calls, answer, reason, score } = decision
    const tokens = tokensUsed(spec, pool, calls)
    return { calls, answer, reason, score, tokens, rounds: ruleOf(spec).rounds(spec, calls) }
  })
}

/** Runs a method on every question's permuted samples, of which there are enough; `orders` are DSC's. */
export function runSeed(
  spec: MethodSpec,
  pools: readonly (readonly Vote[])[],
  orders: readonly (readonly number[])[],
): Stop[] {
  return stopsOn(spec, pools, orders).map((stop, question) => {
    if (stop === null) throw new Error(`undecided after ${pools[question]?.length ?? 0} samples`)
    return stop
  })
}

import { decide, decideSet, type MethodSpec, seededRandom, type StopReason, type Vote } from '@cges-fleet/methods'

/** What a method made of one question: the calls it is charged, and the batches it would have waited for. */
export interface Stop {
  readonly calls: number
  readonly rounds: number
  readonly answer: string | null
  readonly reason: StopReason
}

/** Shuffles a question's samples for one seed; the same for every method and every gamma. */
export function permute(pool: readonly Vote[], seed: number, questionId: string): Vote[] {
  return seededRandom(`replay ${seed} ${questionId}`).shuffle(pool)
}

/**
 * Runs a method on every question's samples; `orders`, from easy to hard, are DSC's, one for every set it decides by
 * itself. Null where the samples end before the method does.
 */
export function stopsOn(
  spec: MethodSpec,
  pools: readonly (readonly Vote[])[],
  orders: readonly (readonly number[])[],
): (Stop | null)[] {
  if (spec.method === 'dsc') {
    const stops: (Stop | null)[] = pools.map(() => null)
    for (const each of orders.flatMap((order) => decideSet(spec, order, pools))) {
      if (each.state === 'open') continue
      const { calls, batches: rounds, answer, reason } = each
      stops[each.question] = { calls, rounds, answer, reason }
    }
    return stops
  }
  return pools.map((pool) => {
    const decision = decide(spec, pool)
    if (decision.state === 'open') return null
    const { calls, answer, reason } = decision
    return { calls, answer, reason, rounds: roundsOf(spec, calls) }
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

/** SC draws everything at once, ESC a window at a time, ASC and CGES one sample at a time. */
function roundsOf(spec: MethodSpec, calls: number): number {
  if (spec.method === 'sc') return 1
  return spec.method === 'esc' ? Math.ceil(calls / spec.window) : calls
}

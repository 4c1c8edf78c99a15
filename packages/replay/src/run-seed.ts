import {
  decide,
  decideQuestions,
  isCertified,
  isSetMethod,
  type MethodSpec,
  ruleOf,
  seededRandom,
  tokensUsed,
  type Vote,
} from '@cges-fleet/methods'
import { type Moments, moments } from '@cges-fleet/statistics'
import { calibrationOf, certifiedStops, type Stop, stopOf } from './certified-stops.js'
import { grade, type GradedRecordings } from './grade.js'
import type { RecordingSums } from './paired-differences.js'

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
      stops[each.question] = { calls, rounds, answer, reason, score, tokens, sequential: null }
    }
    return stops
  }
  return pools.map((pool) => {
    const decision = decide(spec, pool)
    if (decision.state === 'open') return null
    return stopOf(spec, pool, decision, (made) => ruleOf(spec).rounds(spec, made))
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

/** A method with one seed, per question decided: accuracy in [0, 1], `rounds` the batches that come one after another. */
export interface SeedMeans {
  readonly accuracy: number
  readonly calls: number
  readonly rounds: number
  /** NaN if those of one question are not known, as is the next. */
  readonly tokens: number
  /** Tokens that come one after another: those of the longest reply of each batch. */
  readonly sequential: number
  /** Tokens of the probes for partial answers; undefined for a method that makes none. */
  readonly probeTokens: number | undefined
}

/** The same over all seeds; what is not known of one question is null. */
export interface Outcome {
  readonly accuracy: Moments
  readonly calls: Moments
  readonly rounds: Moments
  readonly tokens: Moments | null
  readonly sequential: Moments | null
  /** Left out for a method that probes no unfinished sample. */
  readonly probeTokens?: Moments | null
}

/** Takes the means over the questions decided, so that a seed's stops need not be kept; adds to the sums of all seeds. */
export function seedMeans(
  { recordings, grades }: GradedRecordings,
  stops: readonly (Stop | null)[],
  sums?: RecordingSums,
): SeedMeans {
  let decided = 0
  let right = 0
  let calls = 0
  let rounds = 0
  let tokens = 0
  let sequential = 0
  let probeTokens: number | undefined
  for (const [question, recording] of recordings.entries()) {
    const stop = stops[question] ?? null
    if (stop === null) continue
    decided += 1
    const graded = grade(recording, stop.answer, grades)
    sums?.add(question, { right: graded, calls: stop.calls, tokens: stop.tokens ?? Number.NaN })
    right += graded
    calls += stop.calls
    rounds += stop.rounds
    tokens += stop.tokens ?? Number.NaN
    sequential += stop.sequential ?? Number.NaN
    if (stop.probeTokens !== undefined) probeTokens = (probeTokens ?? 0) + (stop.probeTokens ?? Number.NaN)
  }
  return {
    accuracy: right / decided,
    calls: calls / decided,
    rounds: rounds / decided,
    tokens: tokens / decided,
    sequential: sequential / decided,
    probeTokens: probeTokens === undefined ? undefined : probeTokens / decided,
  }
}

/** Summarises the means of all seeds. */
export function outcomeOf(seeds: readonly SeedMeans[]): Outcome {
  const probed = seeds.flatMap(({ probeTokens }) => probeTokens ?? [])
  return {
    accuracy: moments(seeds.map(({ accuracy }) => accuracy)),
    calls: moments(seeds.map(({ calls }) => calls)),
    rounds: moments(seeds.map(({ rounds }) => rounds)),
    tokens: knownMoments(seeds.map(({ tokens }) => tokens)),
    sequential: knownMoments(seeds.map(({ sequential }) => sequential)),
    ...(probed.length === 0 ? {} : { probeTokens: knownMoments(probed) }),
  }
}

/** Sums up the means of several seeds; null if one of them is not known, as NaN says. */
export function knownMoments(means: readonly number[]): Moments | null {
  return means.some((mean) => Number.isNaN(mean)) ? null : moments(means)
}

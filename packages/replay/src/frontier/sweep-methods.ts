import { methodKey, type MethodSpec, readsPartials } from '@cges-fleet/methods'
import type { Recording } from '../recording.js'
import type { MethodResult, NotRunnable } from '../replay.js'
import type { ReplayOptions } from '../seed-result.js'
import { votesFor } from '../votes-for.js'
import { type Frontier, frontiers } from './frontier.js'

/**
 * Every method that was run at all values of its own threshold, if requested; and those that were not, with the reason.
 */
export interface SweptMethods {
  readonly frontiers: readonly Frontier[]
  readonly notSwept: readonly NotRunnable[]
}

interface SweepOptions extends ReplayOptions {
  /** The methods that were run: those of the specs, and external rules. */
  readonly methods: readonly MethodResult[]
  /** Called with the fraction of one spec's sweep that is done, from 0 to 1. */
  readonly onShare: (place: number, share: number) => void
}

/** Sweeps every method that could be run, beside the first of them, and says of each other why it is not swept. */
export function sweepMethods(
  specs: readonly MethodSpec[],
  recordings: readonly Recording[],
  { methods, maps, onShare, ...options }: SweepOptions,
): SweptMethods {
  const sweep = frontiers()
  const places = new Map(specs.map((spec, place) => [methodKey(spec), place]))
  const found = methods.map(({ method }): Frontier | NotRunnable => {
    const place = places.get(method)
    const spec = specs[place ?? -1]
    if (place === undefined || spec === undefined)
      return { method, reason: 'a rule of one’s own has no threshold known here' }
    if (readsPartials(spec)) return { method, reason: 'it makes every call whatever its parameters are' }
    const votes = votesFor(spec, recordings, maps)
    if (!votes.ok) return { method, reason: votes.reason }
    const input = { ...options, recordings, pools: votes.pools, onShare: (share: number) => onShare(place, share) }
    return sweep(spec, input) ?? { method, reason: 'samples end before it does at another threshold' }
  })
  return {
    frontiers: found.filter((each): each is Frontier => 'points' in each),
    notSwept: found.filter((each): each is NotRunnable => 'reason' in each),
  }
}

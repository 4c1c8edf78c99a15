import { type ConfidenceSignal, type SeededRandom, seededRandom } from '@cges-fleet/methods'
import type { Recording } from '../recording.js'
import { type ValueMaps, votesFor } from '../votes-for.js'
import type { CgesSpec, Labelled } from './sweep-labelled.js'
import { FIXED_GAMMA } from './tune-signal.js'

/** Labelled questions in two parts: γ is chosen on the slice and checked on the rest. */
export interface Parts {
  readonly slice: readonly Recording[]
  readonly rest: readonly Recording[]
  /** The samples drawn after the slice. */
  readonly random: SeededRandom
}

/** Draws a slice of so many questions; the same seed draws the same. */
export function partsOf(
  recordings: readonly Recording[],
  { slice, seed }: { readonly slice: number; readonly seed: number },
): Parts {
  const random = seededRandom(`tune ${seed}`)
  const order = random.shuffle(recordings)
  return { slice: order.slice(0, slice), rest: order.slice(slice), random }
}

/** The method to tune: CGES by one signal, otherwise with its defaults. */
export function tunedSpec(confidence: ConfidenceSignal, budget: number): CgesSpec {
  const rule = { method: 'cges', minSamples: 1, support: 'dynamic', otherStops: false } as const
  return { ...rule, confidence, gamma: FIXED_GAMMA, budget }
}

/** Both parts with the signal's votes and where they were found, or why there are none. */
export type LabelledParts =
  | { readonly ok: true; readonly slice: Labelled; readonly rest: Labelled; readonly source: string | null }
  | { readonly ok: false; readonly reason: string; readonly remedy?: string }

/** Finds a signal's votes for both parts. */
export function labelledParts(spec: CgesSpec, { slice, rest }: Parts, maps: ValueMaps): LabelledParts {
  const here = votesFor(spec, slice, maps)
  const there = votesFor(spec, rest, maps)
  if (!here.ok) return here
  if (!there.ok) return there
  return {
    ok: true,
    slice: { recordings: slice, pools: here.pools },
    rest: { recordings: rest, pools: there.pools },
    source: here.source,
  }
}

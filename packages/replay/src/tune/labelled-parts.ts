import { type ConfidenceSignal, type MethodSpec, type SeededRandom, seededRandom } from '@cges-fleet/methods'
import type { Grades } from '../grade.js'
import type { Recording } from '../recording.js'
import { type FoundVotes, type ValueMaps, votesFor } from '../votes-for.js'
import { fitValueMap } from './fit-value-map.js'
import type { CgesSpec, Labelled } from './sweep-labelled.js'
import { FIXED_GAMMA } from './tune-signal.js'

/** Labelled questions in two parts: γ is chosen on the slice and checked on the rest. */
export interface Parts {
  readonly slice: readonly Recording[]
  readonly rest: readonly Recording[]
  /** The samples drawn after the slice. */
  readonly random: SeededRandom
}

/**
 * Draws a slice of at most so many recordings, and leaves the rest in their order; the same seed draws the same. All
 * replicates of a question are in one part, so that none is checked on a question that it was chosen on. There is one
 * question at least.
 */
export function partsOf(
  recordings: readonly Recording[],
  { slice, seed }: { readonly slice: number; readonly seed: number },
): Parts {
  const random = seededRandom(`tune ${seed}`)
  const questions = new Map<string, Recording[]>()
  for (const each of recordings) questions.set(each.id, [...(questions.get(each.id) ?? []), each])
  const drawn: Recording[] = []
  for (const replicates of random.shuffle([...questions.values()])) {
    if (drawn.length > 0 && drawn.length + replicates.length > slice) break
    drawn.push(...replicates)
  }
  const inSlice = new Set(drawn)
  return { slice: drawn, rest: recordings.filter((recording) => !inSlice.has(recording)), random }
}

/** The method to tune: CGES by one signal, otherwise with its defaults. */
export function tunedSpec(confidence: ConfidenceSignal, budget: number): CgesSpec {
  const rule = { method: 'cges', minSamples: 1, support: 'dynamic', otherStops: false } as const
  return { ...rule, confidence, gamma: FIXED_GAMMA, budget }
}

/** The questions to choose on unless their number is given: 100, or half of fewer than 200. */
export function usualSlice(questions: number): number {
  return Math.min(100, Math.floor(questions / 2))
}

/** Both parts with the signal's votes and where they were found, or why there are none. */
export type LabelledParts =
  | {
      readonly ok: true
      readonly slice: Labelled
      readonly rest: Labelled
      readonly source: string | null
      /** The option with the map that was fitted to the slice's labels; null if the numbers are in [0, 1] without. */
      readonly fitted: string | null
    }
  | Extract<FoundVotes, { ok: false }>

/**
 * Finds a signal's votes for both parts. Numbers outside [0, 1] are mapped to the shares of right answers that the
 * slice's labels show.
 */
export function labelledParts(
  spec: MethodSpec,
  parts: Pick<Parts, 'slice' | 'rest'>,
  { grades, ...maps }: ValueMaps & { readonly grades: Grades },
): LabelledParts {
  const given = bothParts(spec, parts, maps)
  if (given.ok || given.outside === undefined) return given
  const { name } = given.outside
  const map = fitValueMap(parts.slice, given.outside, grades)
  if (map === null) return given
  const found = bothParts(spec, parts, { ...maps, [name]: map })
  return found.ok ? { ...found, fitted: `--${name}-map ${map.written}` } : found
}

function bothParts(spec: MethodSpec, { slice, rest }: Pick<Parts, 'slice' | 'rest'>, maps: ValueMaps): LabelledParts {
  // All at once, so that a reason names what is wrong in the whole file.
  const found = votesFor(spec, [...slice, ...rest], maps)
  if (!found.ok) return found
  const { pools, source } = found
  return {
    ok: true,
    slice: { recordings: slice, pools: pools.slice(0, slice.length) },
    rest: { recordings: rest, pools: pools.slice(slice.length) },
    source,
    fitted: null,
  }
}

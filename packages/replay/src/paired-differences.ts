import type { MeanEstimate } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { baselineOf, differenceEstimate, pairedInterval, resample, resamplesOf } from '@cges-fleet/statistics'
import type { Recording } from './recording.js'

/** Two methods on the same questions: sums by question, over as many `pairs` of each. */
interface ComparedColumns {
  readonly method: Readonly<Record<'right' | 'calls', Float64Array>>
  readonly baseline: Readonly<Record<'right' | 'calls', Float64Array>>
  readonly pairs: Float64Array
}

/** A method less its baseline on the same questions, with 95 % intervals over questions. */
export type Difference = Readonly<Record<'accuracy' | 'calls', MeanEstimate>>

/**
 * Compares methods as an evaluation's report does: all on the same resamples of questions, drawn from a fixed seed. Null
 * for two without a common question.
 */
export function pairedDifferences(all: readonly ComparedColumns[]): (Difference | null)[] {
  const [first] = all
  if (first === undefined) return []
  const columns = all.flatMap(({ method, baseline, pairs }) => [
    ...[method, baseline].flatMap(({ right, calls }) => [right, calls]),
    pairs,
  ])
  const resampling = resample(columns, resamplesOf(first.pairs.length), seededRandom('statistics').next)
  return all.map(({ method, baseline, pairs }) => {
    const interval = pairedInterval(resampling, [method.right, baseline.right], pairs)
    const calls = differenceEstimate(resampling, [method.calls, baseline.calls], pairs)
    if (interval === null || calls === null) return null
    return { accuracy: { value: (sum(method.right) - sum(baseline.right)) / sum(pairs), ...interval }, calls }
  })
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/** What a method got right and was charged on each recording, summed over the orders in which it decided it. */
export class RecordingSums {
  readonly right: Float64Array
  readonly calls: Float64Array
  readonly orders: Float64Array

  constructor(recordings: number) {
    this.right = new Float64Array(recordings)
    this.calls = new Float64Array(recordings)
    this.orders = new Float64Array(recordings)
  }

  add(place: number, right: number, calls: number): void {
    this.right[place] = (this.right[place] ?? 0) + right
    this.calls[place] = (this.calls[place] ?? 0) + calls
    this.orders[place] = (this.orders[place] ?? 0) + 1
  }
}

/** A method that was replayed, by its key, with its sums. */
interface Replayed {
  readonly result: { readonly method: string; readonly label: string; readonly budget: number }
  readonly sums: RecordingSums
}

/** A method's difference from its baseline, which is named by its label. */
export interface AgainstBaseline extends Difference {
  readonly baseline: string
}

/**
 * Compares each method with the baseline that a report would give it: SC at its budget, if that was replayed. A question
 * counts by its mean over the orders. Null for a method that is its own baseline.
 */
export function againstBaselines(
  methods: readonly Replayed[],
  recordings: readonly Recording[],
): (AgainstBaseline | null)[] {
  const keyed = methods.map((replayed) => {
    const { method: key, budget } = replayed.result
    return { key, spec: { method: key === `sc@${budget}` ? 'sc' : '', budget }, replayed }
  })
  const pairs = keyed.flatMap((each, at) => {
    const { replayed: baseline } = baselineOf(each, keyed, null)
    if (baseline === each.replayed) return []
    return [
      { at, baseline: baseline.result.label, columns: comparedColumns(each.replayed.sums, baseline.sums, recordings) },
    ]
  })
  const found = pairedDifferences(pairs.map(({ columns }) => columns))
  const byPlace = new Map(pairs.map(({ at, baseline }, place) => [at, { baseline, difference: found[place] ?? null }]))
  return methods.map((_, at) => {
    const { baseline = '', difference = null } = byPlace.get(at) ?? {}
    return difference === null ? null : { baseline, ...difference }
  })
}

/** A question's replicates count together, where both methods decided them. */
function comparedColumns(a: RecordingSums, b: RecordingSums, recordings: readonly Recording[]): ComparedColumns {
  const places = new Map([...new Set(recordings.map(({ id }) => id))].map((id, place) => [id, place]))
  const column = () => new Float64Array(places.size)
  const [pairs, method, baseline] = [
    column(),
    { right: column(), calls: column() },
    { right: column(), calls: column() },
  ]
  for (const [at, { id }] of recordings.entries()) {
    const place = places.get(id) ?? 0
    const [ours, theirs] = [a.orders[at] ?? 0, b.orders[at] ?? 0]
    if (ours === 0 || theirs === 0) continue
    pairs[place] = (pairs[place] ?? 0) + 1
    for (const part of ['right', 'calls'] as const) {
      method[part][place] = (method[part][place] ?? 0) + (a[part][at] ?? 0) / ours
      baseline[part][place] = (baseline[part][place] ?? 0) + (b[part][at] ?? 0) / theirs
    }
  }
  return { method, baseline, pairs }
}

import type { MeanEstimate } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { baselineOf, differenceEstimate, pairedInterval, resample, resamplesOf } from '@cges-fleet/statistics'
import type { Recording } from './recording.js'

/** What is summed of a method by question; a question whose tokens are not known has NaN. */
const PARTS = ['right', 'calls', 'tokens'] as const
type Sums = Readonly<Record<(typeof PARTS)[number], Float64Array>>

/** Two methods on the same questions: sums by question, over as many `pairs` of each. */
interface ComparedColumns {
  readonly method: Sums
  readonly baseline: Sums
  readonly pairs: Float64Array
}

/** A method less its baseline on the same questions, with 95 % intervals over questions. */
export interface Difference extends Readonly<Record<'accuracy' | 'calls', MeanEstimate>> {
  /** Null unless the tokens of all samples are known. */
  readonly tokens: MeanEstimate | null
}

/**
 * Compares methods as an evaluation's report does: all on the same resamples of questions, drawn from a fixed seed. Null
 * for two without a common question.
 */
export function pairedDifferences(all: readonly ComparedColumns[]): (Difference | null)[] {
  const [first] = all
  if (first === undefined) return []
  const columns = all.flatMap(({ method, baseline, pairs }) => [
    ...[method, baseline].flatMap((sums) => PARTS.map((part) => sums[part])),
    pairs,
  ])
  const resampling = resample(columns, resamplesOf(first.pairs.length), seededRandom('statistics').next)
  return all.map(({ method, baseline, pairs }) => {
    const interval = pairedInterval(resampling, [method.right, baseline.right], pairs)
    const calls = differenceEstimate(resampling, [method.calls, baseline.calls], pairs)
    if (interval === null || calls === null) return null
    const accuracy = { value: (sum(method.right) - sum(baseline.right)) / sum(pairs), ...interval }
    const isCounted = Number.isFinite(sum(method.tokens) + sum(baseline.tokens))
    const tokens = isCounted ? differenceEstimate(resampling, [method.tokens, baseline.tokens], pairs) : null
    return { accuracy, calls, tokens }
  })
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/** What a method got right and was charged on each recording, summed over the orders in which it decided it. */
export class RecordingSums implements Sums {
  readonly right: Float64Array
  readonly calls: Float64Array
  readonly tokens: Float64Array
  readonly orders: Float64Array

  constructor(recordings: number) {
    this.right = new Float64Array(recordings)
    this.calls = new Float64Array(recordings)
    this.tokens = new Float64Array(recordings)
    this.orders = new Float64Array(recordings)
  }

  add(place: number, { right, calls, tokens }: Readonly<Record<(typeof PARTS)[number], number>>): void {
    this.right[place] = (this.right[place] ?? 0) + right
    this.calls[place] = (this.calls[place] ?? 0) + calls
    this.tokens[place] = (this.tokens[place] ?? 0) + tokens
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
  const sums = (): Sums => ({ right: column(), calls: column(), tokens: column() })
  const [pairs, method, baseline] = [column(), sums(), sums()]
  for (const [at, { id }] of recordings.entries()) {
    const place = places.get(id) ?? 0
    const [ours, theirs] = [a.orders[at] ?? 0, b.orders[at] ?? 0]
    if (ours === 0 || theirs === 0) continue
    pairs[place] = (pairs[place] ?? 0) + 1
    for (const part of PARTS) {
      method[part][place] = (method[part][place] ?? 0) + (a[part][at] ?? 0) / ours
      baseline[part][place] = (baseline[part][place] ?? 0) + (b[part][at] ?? 0) / theirs
    }
  }
  return { method, baseline, pairs }
}

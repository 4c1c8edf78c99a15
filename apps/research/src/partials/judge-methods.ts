import { parseMethodSpec, seededRandom, type MethodSpec, readsWindow } from '@cges-fleet/methods'
import { LogReader, parseRecordingRow } from '@cges-fleet/formats'
import { IDENTITY, isRight, permute, type Recording, RecordingCollector, runSeed, votesFor } from '@cges-fleet/replay'
import { differenceEstimate, pairedInterval, resample } from '@cges-fleet/statistics'

/** Permutations of every question's samples. */
const SEEDS = 20
const RESAMPLES = 4000

/** What a method gives and costs, question by question: means over the permutations. */
export interface Judged {
  readonly method: string
  readonly right: Float64Array
  readonly tokens: Float64Array
  /** Of each batch of samples, those of its longest. */
  readonly sequential: Float64Array
  /** All zero for a method that probes nothing. */
  readonly probeTokens: Float64Array
}

/** A difference to the baseline, with its 95 % interval. */
export interface Difference {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Reads the questions of a recording, with what the methods read of each token. */
export function readRecordings(lines: readonly string[], methods: readonly string[]): Recording[] {
  const windows = methods.flatMap((text) => readsWindow(specOf(text)) ?? [])
  const collector = new RecordingCollector(new LogReader({ kind: 'math', paper: false }), null, windows)
  for (const line of lines) {
    const row = parseRecordingRow(line)
    if (!row.ok) throw new Error(row.problem)
    if (row.entry !== null) collector.add(row.entry)
  }
  return collector.recordings()
}

/** Runs a method on permutations of the recordings' samples, the same for every method. Null if it cannot run on them. */
export function judge(method: string, recordings: readonly Recording[]): Judged | null {
  const spec = specOf(method)
  const found = votesFor(spec, recordings, { confidence: IDENTITY, reward: IDENTITY })
  if (!found.ok) return null
  const empty = () => new Float64Array(recordings.length)
  const judged = { method, right: empty(), tokens: empty(), sequential: empty(), probeTokens: empty() }
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const pools = recordings.map(({ id }, at) => permute(found.pools[at] ?? [], seed, id))
    for (const [at, stop] of runSeed(spec, pools, []).entries()) {
      const recording = recordings[at]
      if (recording === undefined) continue
      add(judged.right, at, Number(isRight(recording, stop.answer, 'reference')))
      add(judged.tokens, at, stop.tokens ?? Number.NaN)
      add(judged.sequential, at, stop.sequential ?? Number.NaN)
      add(judged.probeTokens, at, stop.probeTokens === undefined ? 0 : (stop.probeTokens ?? Number.NaN))
    }
  }
  return judged
}

/** The cheapest of some methods, probes included, that comes within half a point of a baseline on the same questions. */
export function cheapest(rivals: readonly Judged[], baseline: Judged): Judged | null {
  const kept = rivals.filter(({ right }) => mean(right) >= mean(baseline.right) - 0.005)
  return kept.toSorted((a, b) => costOf(a) - costOf(b))[0] ?? null
}

/** Accuracy and all tokens of a method over those of a baseline, on the same questions. */
export function compareTo(
  judged: Judged,
  baseline: Judged,
): { readonly accuracy: Difference; readonly cost: Difference } {
  const all = ({ tokens, probeTokens }: Judged) => tokens.map((each, at) => each + (probeTokens[at] ?? 0))
  const [cost, baseCost] = [all(judged), all(baseline)]
  const questions = new Float64Array(cost.length).fill(1)
  const columns = [judged.right, baseline.right, cost, baseCost, questions]
  const resampling = resample(columns, RESAMPLES, seededRandom('partials').next)
  const accuracy = pairedInterval(resampling, [judged.right, baseline.right], questions)
  const tokens = differenceEstimate(resampling, [cost, baseCost], questions)
  if (accuracy === null || tokens === null) throw new Error(`${judged.method} has unknown tokens`)
  return { accuracy: { value: mean(judged.right) - mean(baseline.right), ...accuracy }, cost: tokens }
}

export function costOf({ tokens, probeTokens }: Judged): number {
  return mean(tokens) + mean(probeTokens)
}

export function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function add(column: Float64Array, at: number, value: number): void {
  column[at] = (column[at] ?? 0) + value / SEEDS
}

function specOf(method: string): MethodSpec {
  const parsed = parseMethodSpec(method, 32)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

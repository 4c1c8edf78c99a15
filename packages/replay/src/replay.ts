import { type Certification, methodKey, methodLabel, type MethodSpec, questionsRefusal } from '@cges-fleet/methods'
import { type Moments, moments } from '@cges-fleet/statistics'
import { type Coverage, type FoundRun, type ReplayOptions, seedResult, type SeedResult } from './seed-result.js'
import { orderRefusal } from './orders.js'
import type { GradedRecordings } from './grade.js'
import { type AgainstBaseline, RecordingSums } from './paired-differences.js'
import type { Recording } from './recording.js'
import type { Stop } from './certified-stops.js'
import { type Outcome, outcomeOf, seedMeans } from './run-seed.js'
import { gammaResult, type GammaResult } from './sweep-gamma.js'
import { suggestMap } from './tune/suggest-map.js'
import { votesFor } from './votes-for.js'

/** One method over all seeds. */
export interface MethodResult extends OwnResult {
  /** Null for its baseline, and unless methods were to be compared. */
  readonly against: AgainstBaseline | null
}

/** One method over all seeds, with what it takes to compare it with another. */
export interface ReplayedMethod {
  readonly result: OwnResult
  readonly sums: RecordingSums
}

/** One method over all seeds, by itself. */
interface OwnResult extends Outcome, Partial<GammaResult> {
  readonly method: string
  readonly label: string
  readonly budget: number
  readonly saved: number
  readonly source: string | null
  /** Questions with too few samples to decide. */
  readonly undecided: number
  /** For a certified method: what was fixed with each seed, and its calls on the questions that nothing was fixed on. */
  readonly certified?: { readonly fixed: readonly Certification[]; readonly callsWithout: Moments | null }
  readonly coverage?: Coverage
}

export interface NotRunnable {
  readonly method: string
  readonly reason: string
  /** Options of the command line with which it runs. */
  readonly remedy?: readonly string[]
}

/** Replays one method on recorded samples, with the same permutation of each question's samples for every method. */
export function replay(
  spec: MethodSpec,
  recordings: readonly Recording[],
  options: ReplayOptions,
): ReplayedMethod | NotRunnable {
  const method = methodKey(spec)
  const { dscRanking, inOrder, votes } = options
  const asDrawn = inOrder && options.drawnFor?.has(method) === true
  const found = votesFor(spec, recordings, {
    ...options.maps,
    asDrawn,
    ...(votes === undefined ? {} : { shared: votes }),
  })
  if (!found.ok) {
    const { reason, remedy } = suggestMap(spec, recordings, { ...options, found })
    return { method, reason, ...(remedy === undefined ? {} : { remedy }) }
  }
  const { budget } = spec
  const refusal =
    spec.method === 'dsc'
      ? orderRefusal(dscRanking, recordings, { budget, key: method })
      : questionsRefusal(spec, recordings.filter(({ replicate }) => replicate === 0).length, [budget])
  if (refusal !== null) return { method, reason: refusal }
  try {
    const sums = new RecordingSums(recordings.length)
    return runOn(spec, recordings, { ...options, found, asDrawn, sums })
  } catch (error) {
    return { method, reason: error instanceof Error ? error.message : String(error) }
  }
}

function runOn(spec: MethodSpec, recordings: readonly Recording[], run: FoundRun): ReplayedMethod | NotRunnable {
  const method = methodKey(spec)
  const { budget } = spec
  const seeds = seedsOf(run).map((seed) => seedResult(spec, recordings, run, seed))
  const undecided = seeds[0]?.undecided ?? 0
  if (undecided === recordings.length) return { method, reason: 'no question has samples enough for it' }
  const outcome = outcomeOf(seeds.map(({ means }) => means))
  const saved = 1 - outcome.calls.mean / budget
  const certified = certifiedOf(seeds)
  const coverage = seeds[0]?.coverage ?? null
  const swept = seeds.flatMap(({ swept }) => swept ?? [])
  const result: OwnResult = {
    method,
    label: labelOf(spec, run.found.source),
    budget,
    source: run.found.source,
    undecided,
    ...outcome,
    ...(coverage === null ? {} : { coverage }),
    saved,
    ...(certified === null ? {} : { certified }),
    ...(swept.length === 0
      ? {}
      : gammaResult(
          swept.map(({ sweep }) => sweep),
          swept.map(({ scPp }) => scPp),
        )),
  }
  return { result, sums: run.sums }
}

/** The file’s own confidence stands in for any signal, but no table may call it by that signal’s name. */
function labelOf(spec: MethodSpec, source: string | null): string {
  const label = methodLabel(spec)
  return source === 'confidence' ? label.replace(/confidence=[^,@]+/u, 'confidence=mapped') : label
}

function certifiedOf(seeds: readonly SeedResult[]): NonNullable<MethodResult['certified']> | null {
  const fixed = seeds.flatMap(({ certification }) => certification ?? [])
  if (fixed.length === 0) return null
  const calls = seeds.flatMap(({ callsWithout }) => callsWithout ?? [])
  return { fixed, callsWithout: calls.length === seeds.length ? moments(calls) : null }
}

function seedsOf({ seeds, inOrder }: ReplayOptions): number[] {
  return Array.from({ length: inOrder ? 1 : seeds }, (_, seed) => seed)
}

/** Summarises the stops of an external rule, as `replay` does for built-in methods. */
export function customRuleResult(
  label: string,
  budget: number,
  graded: GradedRecordings,
  bySeed: readonly (readonly Stop[])[],
): ReplayedMethod {
  const sums = new RecordingSums(graded.recordings.length)
  const outcome = outcomeOf(bySeed.map((stops) => seedMeans(graded, stops, sums)))
  const saved = 1 - outcome.calls.mean / budget
  return { result: { method: label, label, budget, ...outcome, saved, source: null, undecided: 0 }, sums }
}

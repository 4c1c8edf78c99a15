import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { methodKey, type MethodSpec, readsSignal } from '@cges-fleet/methods'
import {
  calibrationReport,
  type CalibrationReport,
  driftSummary,
  type DriftSummary,
  paretoFront,
  questionDrift,
  signalWarning,
} from '@cges-fleet/statistics'
import { checkInput, type InputCheck } from './check-input.js'
import { sweepMethods, type SweptMethods } from './frontier/sweep-methods.js'
import { areWhole, gradeNotes, isRight } from './grade.js'
import { permutations } from './orders.js'
import type { Recording } from './recording.js'
import { againstBaselines } from './paired-differences.js'
import { type MethodResult, type NotRunnable, replay, type ReplayedMethod } from './replay.js'
import type { ReplayOptions } from './seed-result.js'
import { type UntilGoal, untilLooks, type UntilReport } from './until.js'
import { type SharedVotes, votesFor } from './votes-for.js'

/** The quality of one signal of the file, as CGES uses it. */
export interface SignalQuality extends CalibrationReport {
  readonly signal: string
  readonly source: string
  readonly drift: DriftSummary
  readonly warning: string | null
}

/** The output of `cges replay --json`. */
export interface ReplayReport extends SweptMethods {
  readonly questions: number
  readonly samples: number
  readonly budget: number
  readonly seeds: number
  /** Whether each question's samples were taken once, in the order of the file. */
  readonly inOrder: boolean
  /** What the samples are, and whether one may stand for another. */
  readonly input: InputCheck
  readonly methods: readonly MethodResult[]
  readonly notRunnable: readonly NotRunnable[]
  /** Where the whole run would have ended; null unless a goal was given. */
  readonly until: UntilReport | null
  readonly signals: readonly SignalQuality[]
  readonly pareto: readonly ReturnType<typeof pointOf>[]
  readonly notes: readonly string[]
}

const NOT_SWEPT = { frontiers: [], notSwept: [] }

/** What to report beside the methods' own figures. */
interface ReportOptions extends ReplayOptions {
  readonly budget: number
  readonly custom?: readonly ReplayedMethod[]
  /** Compare each method with its baseline, question by question. */
  readonly compare?: boolean
  /** When a run may end before its last question. */
  readonly until?: UntilGoal
  /** Called with the number of runs done: of a method on a permutation, or of its sweep on as many questions. */
  readonly onRun?: (done: number, total: number) => void
}

/** Replays every method on the same permutations of recorded samples. Pure: the same input gives the same report. */
export function replayReport(
  specs: readonly MethodSpec[],
  recordings: readonly Recording[],
  options: ReportOptions,
): ReplayReport {
  const distinct = [...new Map(specs.map((spec) => [methodKey(spec), spec])).values()]
  const votes: SharedVotes = new Map()
  const shared = { ...options, shuffled: permutations(recordings), votes }
  const runs = runsOf(distinct.length, options)
  const looks = options.until === undefined ? null : untilLooks(options.until, recordings, options.grades)
  const results = distinct.map((spec, place) => {
    const gammaGrid = options.gammaGrid && isFirstOfItsSweep(distinct, place)
    const onStops = looks === null ? {} : { onStops: looks.collector(methodKey(spec)) }
    return replay(spec, recordings, { ...shared, ...onStops, gammaGrid, onSeed: (seeds) => runs.tell(place, seeds) })
  })
  const methods = comparedMethods(results, recordings, options)
  const signals = signalsOf(distinct, recordings, shared)
  const onShare = (place: number, share: number) =>
    runs.tell(distinct.length + place, Math.floor(share * options.seeds))
  return {
    questions: new Set(recordings.map(({ id }) => id)).size,
    samples: recordings.reduce((sum, { samples }) => sum + samples.length, 0),
    budget: options.budget,
    seeds: options.seeds,
    inOrder: options.inOrder,
    input: checkInput(recordings, options.grades),
    methods,
    notRunnable: results.filter((result): result is NotRunnable => 'reason' in result),
    until: looks?.report() ?? null,
    signals,
    ...(options.sweep === true ? sweepMethods(distinct, recordings, { ...options, methods, onShare }) : NOT_SWEPT),
    pareto: frontOf(methods),
    notes: notesOf(recordings, methods, { ...options, signals }),
  }
}

/** Compares the methods that could be replayed, if that is wanted, and leaves out what that takes. */
function comparedMethods(
  results: readonly (ReplayedMethod | NotRunnable)[],
  recordings: readonly Recording[],
  { compare = false, custom = [] }: { readonly compare?: boolean; readonly custom?: readonly ReplayedMethod[] },
): MethodResult[] {
  const methods = [...results.filter((each): each is ReplayedMethod => !('reason' in each)), ...custom]
  const against = compare ? againstBaselines(methods, recordings) : []
  return methods.map(({ result }, at) => ({ ...result, against: against[at] ?? null }))
}

/** Counts the runs of all methods, one after another, and tells of them. */
function runsOf(methods: number, { inOrder, seeds, sweep, onRun }: ReportOptions) {
  const each = inOrder ? 1 : seeds
  const total = each * methods + (sweep === true ? seeds * methods : 0)
  return { tell: (place: number, done: number) => onRun?.(Math.min(total, place * each + done), total) }
}

/** CGES methods that differ in gamma alone have one sweep. */
function isFirstOfItsSweep(specs: readonly MethodSpec[], place: number): boolean {
  const keys = specs.map((spec) => (spec.method === 'cges' ? methodKey({ ...spec, gamma: 0.5 }) : null))
  return keys.indexOf(keys[place] ?? null) === place
}

/**
 * Methods that no other equals or beats in both calls and accuracy; of equal points the first. Figures are compared as
 * they are printed, so that a reader of the table comes to the same.
 */
function frontOf(methods: readonly MethodResult[]): ReplayReport['pareto'] {
  const points = [
    ...methods.map((method) => pointOf(method.label, method)),
    ...methods.flatMap(({ label, sweep }) =>
      (sweep ?? []).map((each) => pointOf(label.replace(/gamma=[^,@]+/u, `gamma=${each.gamma}`), each)),
    ),
  ]
  const shown = points.map((point) => {
    const [calls, accuracy] = [point.calls.toFixed(2), (100 * point.accuracy).toFixed(1)]
    return { calls: Number(calls), accuracy: Number(accuracy), key: `${calls} ${accuracy}`, point }
  })
  return paretoFront([...new Map(shown.toReversed().map((each) => [each.key, each])).values()]).map(
    ({ point }) => point,
  )
}

function pointOf(method: string, { calls, tokens, accuracy }: Pick<MethodResult, 'calls' | 'tokens' | 'accuracy'>) {
  return { method, calls: calls.mean, tokens: tokens?.mean ?? null, accuracy: accuracy.mean }
}

function signalsOf(
  specs: readonly MethodSpec[],
  recordings: readonly Recording[],
  { maps, grades, drawnFor, votes }: ReplayOptions & { readonly votes: SharedVotes },
): SignalQuality[] {
  // Calibration compares confidences with right and wrong.
  if (!areWhole({ recordings, grades })) return []
  const used = new Map(
    specs.flatMap((spec) => {
      const signal = readsSignal(spec)
      return signal === null ? [] : [[signal, spec] as const]
    }),
  )
  return [...used].flatMap(([signal, spec]) => {
    const found = votesFor({ ...spec, budget: 1 }, recordings, {
      ...maps,
      asDrawn: drawnFor !== undefined,
      shared: votes,
    })
    if (!found.ok || found.source === null) return []
    const byQuestion = found.pools.map((pool) =>
      pool.flatMap(({ answer, confidences }) =>
        answer === null ? [] : [{ answer, confidence: confidences[signal] ?? Number.NaN }],
      ),
    )
    const graded = byQuestion.flatMap((pool, question) =>
      pool.map(({ answer, confidence }) => {
        const recording = recordings[question]
        return { confidence, correct: recording !== undefined && isRight(recording, answer, grades) }
      }),
    )
    const drift = driftSummary(
      byQuestion.map((pool, question) => questionDrift(pool, recordings[question]?.truth ?? '')),
    )
    const warning = signalWarning(graded.map(({ confidence }) => confidence))
    return [{ signal, source: found.source, ...calibrationReport(graded), drift, warning }]
  })
}

function notesOf(
  recordings: readonly Recording[],
  methods: readonly MethodResult[],
  {
    maps,
    signals,
    grades,
    gammaGrid,
    dscRanking,
    coverage,
  }: ReplayOptions & { readonly signals: readonly SignalQuality[] },
): string[] {
  return [
    ...signals
      .filter(({ signal, source }) => source !== signal)
      .map(({ signal, source }) => {
        const { written } = source === 'reward' ? maps.reward : maps.confidence
        const named =
          source === 'confidence' ? '. The table says confidence=mapped: report it by what your program computes' : ''
        return `${signal} is read from the file’s ${source}, mapped by ${written}${named}`
      }),
    ...methods
      .filter(({ undecided }) => undecided > 0)
      .map(
        ({ label, undecided }) =>
          `${counted(undecided, 'trial')} could not be drawn for ${label}, and ${inNumber(undecided, 'is', 'are')} left out`,
      ),
    ...methods.flatMap(({ label, budget, certified }) =>
      certified === undefined ? [] : [certifiedNote(label, budget, certified)],
    ),
    ...gradeNotes({ recordings, grades }, coverage !== undefined),
    ...(gammaGrid ? ['an efficient gamma is chosen on the labels it is judged by, so its accuracy is optimistic'] : []),
    ...(methods.some(({ method }) => method.startsWith('dsc')) && dscRanking === 'sample'
      ? ['dsc is ranked by samples a run leaves over, which no real run could do: it is flattered']
      : []),
  ]
}

/** Formats the threshold a certified method fixed, on how many questions, and its cost on the others. */
function certifiedNote(
  label: string,
  budget: number,
  { fixed, callsWithout }: NonNullable<MethodResult['certified']>,
): string {
  const counts = new Map<number | null, number>()
  for (const { threshold } of fixed) counts.set(threshold, (counts.get(threshold) ?? 0) + 1)
  const found = [...counts].toSorted(([, a], [, b]) => b - a)
  const times = (count: number) => (fixed.length === 1 ? '' : ` (${countedOf(count, fixed.length, 'seed')})`)
  const thresholds = found.map(([at, count]) => `${at ?? 'none: the whole budget'}${times(count)}`).join(', ')
  const { questions = 0, leftOut = 0 } = fixed[0] ?? {}
  const out = leftOut === 0 ? '' : `, ${leftOut} more could not be drawn and are not in the promise`
  const cost =
    callsWithout === null
      ? 'every question went into it'
      : `on those it was not fixed on it takes ${callsWithout.mean.toFixed(2)} of ${counted(budget, 'call')}`
  return `${label}: threshold ${thresholds}, fixed on ${counted(questions, 'question')} drawn whole${out}; ${cost}`
}

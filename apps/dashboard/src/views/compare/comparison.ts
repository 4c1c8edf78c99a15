import type {
  ComparedDifference,
  ComparedEvaluation,
  ComparedPair,
  ComparedSetting,
  Comparison,
  ComparisonStatistics,
  EarlyDifference,
  PairedCounts,
  SettingKind,
} from '@cges-fleet/core'
import { groupByFamily, type NamedReport, nameMethods } from '../../ui/methods/names'

/** An evaluation with the letter it goes by on the page; names may be long and alike. */
export interface LetteredEvaluation {
  readonly letter: string
  readonly evaluation: ComparedEvaluation
  readonly reports: readonly NamedReport[]
}

/** A method of an evaluation. */
interface NamedSide {
  readonly letter: string
  readonly evaluation: string
  readonly key: string
  readonly name: string
  readonly report: NamedReport | null
}

/** A pair as the page names it. */
export interface NamedPair {
  readonly pair: ComparedPair
  readonly own: NamedSide
  readonly base: NamedSide
}

export interface NamedComparison {
  readonly evaluations: readonly LetteredEvaluation[]
  /** Every method once, in the order of families. */
  readonly methods: readonly NamedReport[]
  readonly pairs: readonly NamedPair[]
}

/** Gives evaluations letters, and methods one name and look each, the same in every evaluation. */
export function nameComparison({ evaluations, pairs }: Comparison): NamedComparison {
  const all = evaluations.flatMap(({ methods }) => methods)
  const distinct = all.filter((report, at) => all.findIndex(({ key }) => key === report.key) === at)
  const methods = groupByFamily(nameMethods(distinct)).flatMap(({ reports }) => reports)
  const lettered = evaluations.map((evaluation, at) => ({
    letter: String.fromCodePoint(65 + at),
    evaluation,
    reports: methods.flatMap(({ key, name, identity }) =>
      evaluation.methods.flatMap((report, place) => (report.key === key ? [{ ...report, name, identity, place }] : [])),
    ),
  }))
  const sideOf = (id: string, key: string): NamedSide => {
    const of = lettered.find(({ evaluation }) => evaluation.id === id)
    const name = methods.find((method) => method.key === key)?.name ?? key
    const report = of?.reports.find((method) => method.key === key) ?? null
    return { letter: of?.letter ?? '?', evaluation: id, key, name, report }
  }
  const order = new Map(methods.map(({ key }, at) => [key, at]))
  return {
    evaluations: lettered,
    methods,
    pairs: pairs
      .map((pair) => ({ pair, own: sideOf(pair.evaluation, pair.method), base: sideOf(pair.base, pair.baseMethod) }))
      .toSorted((a, b) => (order.get(a.own.key) ?? 0) - (order.get(b.own.key) ?? 0)),
  }
}

/** The baseline that all pairs share, in the words their names end with; null if they differ. */
export function commonBase(pairs: readonly NamedPair[]): string | null {
  const bases = new Set(pairs.map(againstWords))
  const [base = null] = bases
  return bases.size === 1 && pairs.length > 1 ? base : null
}

/**
 * A pair in words: `B against A: SC`, naming both methods if they differ, and only the evaluation if both are in one.
 */
export function pairName(pair: NamedPair): string {
  const { own, base } = pair
  const isWithin = own.evaluation === base.evaluation
  const first = isWithin
    ? `${own.letter}: ${own.name}`
    : own.key === base.key
      ? `${own.name}: ${own.letter}`
      : `${own.letter} ${own.name}`
  return `${first}${againstWords(pair)}`
}

function againstWords({ own, base }: NamedPair): string {
  if (own.evaluation === base.evaluation) return ` against ${base.name}`
  return own.key === base.key ? ` against ${base.letter}` : ` against ${base.letter} ${base.name}`
}

/** A pair with counts, and the judgement of its difference once that is known. */
export interface JudgedPair extends NamedPair {
  readonly counts: PairedCounts
  readonly difference: ComparedDifference | null
}

/** The pairs that share questions, each with its judgement. */
export function judgedPairs(pairs: readonly NamedPair[], statistics: ComparisonStatistics | null): JudgedPair[] {
  return pairs.flatMap((named) => {
    const { pair } = named
    if (pair.paired === null) return []
    const difference = statistics?.pairs.find(
      ({ evaluation, method, base, baseMethod }) =>
        evaluation === pair.evaluation &&
        method === pair.method &&
        base === pair.base &&
        baseMethod === pair.baseMethod,
    )
    return [{ ...named, counts: pair.paired, difference: difference ?? null }]
  })
}

/** A pair whose difference rests on the trials that both closed before one of them ended early. */
export interface EarlyPair extends NamedPair {
  readonly early: EarlyDifference
}

/** The pairs of which an evaluation ended early, with what they have. */
export function earlyPairs(pairs: readonly NamedPair[]): EarlyPair[] {
  return pairs.flatMap((named) => (named.pair.early === null ? [] : [{ ...named, early: named.pair.early }]))
}

/**
 * How many more tokens a question the first takes. Each side's tokens are over its own trials: they are compared only
 * if both sides have the same trials.
 */
export function tokensMore({ own, base, counts: { trials } }: JudgedPair): number | null {
  const [more, less] = [own.report, base.report].map((report) =>
    report === null || report.resolved !== trials ? null : report.tokens,
  )
  return more == null || less == null ? null : more - less
}

/** Whether a difference in figures can be put down to one thing. */
interface Fairness {
  readonly level: 'fair' | 'one' | 'several'
  readonly words: string
}

const WORDS: Readonly<Record<SettingKind, string>> = {
  questions: 'questions',
  prompt: 'prompt',
  model: 'model',
  sampling: 'sampling',
  answers: 'reading of answers',
  drawing: 'seed, pool, replicates or where they ended',
}

/** Settings that make a comparison unfair if they differ; other seeds and pools are just a repetition. */
const TELLING: readonly SettingKind[] = ['questions', 'prompt', 'model', 'sampling', 'answers']

/**
 * Returns which of the given kinds of settings differ between evaluations, and whether that leaves a single explanation
 * for a difference between their figures.
 */
export function fairnessOf(settings: readonly ComparedSetting[], kinds: readonly SettingKind[] = TELLING): Fairness {
  const differing = new Set(settings.filter(({ same }) => !same).map(({ kind }) => kind))
  const telling = kinds.filter((kind) => differing.has(kind))
  const same = kinds.filter((kind) => !differing.has(kind)).map((kind) => WORDS[kind])
  const [only, ...more] = telling
  if (only === undefined) {
    const apart = differing.has('drawing') ? ` They differ only in ${WORDS.drawing}, as repetitions do.` : ''
    return { level: 'fair', words: `All have the same ${listed(same)}.${apart}` }
  }
  if (more.length === 0) {
    return { level: 'one', words: `They differ only in their ${WORDS[only]}; ${listed(same)} are the same.` }
  }
  const names = telling.map((kind) => WORDS[kind])
  return {
    level: 'several',
    words: `They differ in ${listed(names)}, so a difference in the figures may have any of these causes.`,
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

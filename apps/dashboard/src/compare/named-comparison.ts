import type { ComparedEvaluation, ComparedPair, Comparison } from '@cges-fleet/core'
import { groupByFamily } from '../families/group-by-family'
import { type NamedReport, nameMethods } from '../families/name-methods'

/** An evaluation with the letter it goes by on the page; names may be long and alike. */
export interface LetteredEvaluation {
  readonly letter: string
  readonly evaluation: ComparedEvaluation
  readonly reports: readonly NamedReport[]
}

/** A method of an evaluation. */
export interface NamedSide {
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
      evaluation.methods.filter((report) => report.key === key).map((report) => ({ ...report, name, identity })),
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

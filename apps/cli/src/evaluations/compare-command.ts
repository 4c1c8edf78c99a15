import {
  type ComparedPair,
  type Comparison,
  type ComparisonStatistics,
  counted,
  type EarlyDifference,
  failedTrials,
  leftOutWords,
  MOST_COMPARED,
  type MethodReport,
  pairNoteWords,
  statusWords,
} from '@cges-fleet/core'
import { type Asking, GetComparison, JudgeComparison } from '@cges-fleet/core/contract'
import { isExternal } from '@cges-fleet/methods'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { accuracyWords } from './method-table.js'
import { columns, markedName, markLine, percent, pointsEstimate, shortP, signed } from '../shell/format.js'
import { collect, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'

interface Options {
  readonly api?: string
  readonly suite?: string
  readonly run: string[]
  readonly own?: true
  readonly base?: string
  readonly against?: string
  readonly methods?: string
  readonly unpaired?: true
  readonly json?: true
}

/** `cges compare`: evaluations side by side, what differs between them first. */
export function compareCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('compare'))
    .description(`compare two to ${MOST_COMPARED} evaluations, or a suite: what differs, then paired differences`)
    .argument('[ids...]', 'their ids')
    .option('--suite <suite>', 'the evaluations of this suite, one of each benchmark on each pool, in place of ids')
    .option('--run <id>', 'of a suite, the evaluation to show where there are several; repeat for more', collect, [])
    .option('--own', 'compare methods within each evaluation, with averages over all; with --suite always')
    .option('--base <id>', 'evaluation to compare with; the first unless given')
    .option('--against <method>', 'method to compare with; the same method unless given')
    .option('--methods <methods>', 'methods to show, separated by ;')
    .option('--unpaired', 'compare shares if the evaluations have no question in common')
    .action(async (ids: readonly string[], options: Options) => {
      refuseTooFew(ids, options)
      const api = apiOf(options)
      await showComparison(api, queryOf(ids, options), options)
    })
}

function refuseTooFew(ids: readonly string[], { suite, own }: Options): void {
  const twice = ids.find((id, at) => ids.indexOf(id) < at)
  if (twice !== undefined) throw new UsageError(`${twice} is given twice: name each evaluation once`)
  if (suite !== undefined || ids.length > 1 || (ids.length === 1 && own === true)) return
  const [id] = ids
  throw new UsageError(
    id === undefined
      ? 'Name two evaluations (cges evaluations lists them), or a suite with --suite NAME.'
      : `Name a second evaluation, or compare the methods of this one: cges compare ${id} --own`,
  )
}

/** Compares evaluations and prints what differs, their figures and their paired differences. */
export async function showComparison(
  api: ApiClient,
  query: NonNullable<Asking<typeof GetComparison>['query']>,
  options: { readonly json?: boolean },
): Promise<void> {
  const comparison = await api.call(GetComparison, { query })
  const what = counted(comparison.evaluations.length, 'evaluation')
  const statistics = await waitWithBar('comparing', what, api.call(JudgeComparison, { query }))
  printResult(options, { ...comparison, statistics }, () => comparisonText(comparison, statistics))
}

function queryOf(ids: readonly string[], { suite, run, own, base, against, methods, unpaired }: Options) {
  return {
    evaluations: ids.length === 0 ? undefined : ids.join(','),
    suite,
    runs: run.length === 0 ? undefined : run.join(','),
    with: own === true ? ('own' as const) : undefined,
    base,
    against,
    methods,
    unpaired: unpaired === true ? ('1' as const) : undefined,
  }
}

/**
 * Formats a comparison of evaluations for people: what differs in their settings, the figures of each, and the paired
 * differences.
 */
export function comparisonText(comparison: Comparison, statistics: ComparisonStatistics): string[] {
  const { evaluations, leftOut, gone, methodsLeftOut, base } = comparison
  const marks = new Set(evaluations.flatMap(({ provenance }) => markLine(provenance) ?? []))
  return [
    ...evaluations.map(
      (evaluation, at) =>
        `${letterOf(at)}  ${markedName(evaluation.name, evaluation.provenance)}  ${evaluation.benchmark.name}, ${evaluation.pool.model}, ${statusWords(evaluation)}${evaluation.id === base ? ', base' : ''}`,
    ),
    ...marks,
    ...leftOut.map(({ name, note }) => `left out: ${name} (${leftOutWords(note)})`),
    ...gone.map((id) => `left out: ${id} (your team has no such evaluation: it may have been deleted)`),
    ...(methodsLeftOut.length === 0 ? [] : [`not shown (use --methods): ${methodsLeftOut.join('; ')}`]),
    '',
    ...settingLines(comparison),
    '',
    ...figureLines(comparison),
    '',
    ...pairLines(comparison, statistics),
    ...averageLines(comparison, statistics),
    ...(evaluations.some(({ methods }) => methods.some(({ spec }) => isExternal(spec))) ? [EXTERNAL] : []),
  ]
}

const EXTERNAL = 'external: your own rule, whose verdicts on the same samples were imported'

function letterOf(at: number): string {
  return String.fromCodePoint(65 + at)
}

function settingLines({ evaluations, settings }: Comparison): string[] {
  const differing = settings.filter(({ same }) => !same)
  if (differing.length === 0) return ['All settings but methods and budgets are the same.']
  const rows = differing.map(({ name, values }) => [name, ...values.map((value) => value ?? 'not known')])
  return columns([['differs', ...evaluations.map((_, at) => letterOf(at))], ...rows])
}

function figureLines({ evaluations }: Comparison): string[] {
  const rows = evaluations.flatMap(({ methods }, at) =>
    methods.map((method) => [`${letterOf(at)} ${method.label}`, ...methodCells(method)]),
  )
  return columns([['method', 'accuracy', 'calls', 'tokens'], ...rows])
}

/** Figures that may still change are never labelled as final ones. */
function methodCells(report: MethodReport): string[] {
  const { interim, live, accuracy, accuracyBounds, calls, tokens, blocked, trials } = report
  const generated = tokens === null ? '—' : tokens.toFixed(0)
  const cost = calls === null ? '—' : calls.toFixed(2)
  if (interim) {
    const words = accuracyWords(live ?? accuracyBounds)
    return [live === null ? words.limits : words.phrase, `${cost} (estimated)`, generated]
  }
  if (accuracy === null) return ['—', cost, generated]
  const interval = `[${(100 * accuracy.low).toFixed(1)}, ${(100 * accuracy.high).toFixed(1)}]`
  const failed = failedTrials({ blocked, trials })
  return [`${percent(accuracy.value)} ${interval}${failed === null ? '' : `, ${failed}`}`, cost, generated]
}

const PAIRED = [
  'compared',
  'result',
  'points [95 % interval]',
  'calls',
  'tokens',
  'p (Holm)',
  'questions',
  'both',
  'first',
  'second',
  'neither',
]

function pairLines(comparison: Comparison, { pairs: judged, margin }: ComparisonStatistics): string[] {
  if (comparison.pairs.length === 0) return [noPairs(comparison)]
  const rows = comparison.pairs.map((pair) => {
    const found = judged.find((each) => nameOf(comparison, each) === nameOf(comparison, pair))
    const { paired, early, unpaired } = pair
    if (early !== null) return [nameOf(comparison, pair), ...earlyCells(early)]
    if (paired !== null && found !== undefined) {
      const { both, onlyThis, onlyBase, neither, questions } = paired
      const counts = [questions, both, onlyThis, onlyBase, neither].map(String)
      const costs = [signed(found.calls.value, 2), tokensMore(comparison, pair)]
      const worth = [found.judgement, pointsEstimate(found.accuracy), ...costs, shortP(found.holmP)]
      return [nameOf(comparison, pair), ...worth, ...counts]
    }
    const worth = unpaired === null ? ['—', '—'] : ['unpaired', pointsEstimate(unpaired)]
    return [nameOf(comparison, pair), ...worth, '—', '—', '—', '0', '', '', '', '']
  })
  const reasons = new Set(comparison.pairs.flatMap(({ note }) => (note === null ? [] : [pairNoteWords(note)])))
  return [
    ...columns([PAIRED, ...rows]),
    `Paired by question; both, first, second, neither: questions that these got right. non-inferior: loses less than ${100 * margin} point${margin === 0.01 ? '' : 's'}. p is adjusted for all pairs.`,
    ...(comparison.pairs.some(({ early }) => early !== null) ? [EARLY] : []),
    ...[...reasons].map((why) => `no paired difference: ${why}`),
  ]
}

function noPairs({ evaluations, base }: Comparison): string {
  const method = evaluations.find(({ id }) => id === base)?.methods[0]?.key ?? 'METHOD'
  return `Nothing is paired: no method is in both at one budget. Name one of the base to compare with: --against "${method}"`
}

const EARLY = 'first n of all: one ended early. The limits are for all trials, and hold wherever it ended.'

function earlyCells({ judgement, accuracy, calls, closed, trials, onlyThis, onlyBase }: EarlyDifference): string[] {
  const worth = [judgement, pointsEstimate(accuracy), signed(calls, 2), '—', '—']
  return [...worth, `first ${closed} of ${trials}`, '', `${onlyThis}`, `${onlyBase}`, '']
}

/** Each side's tokens are over its own trials: they are compared only if both sides have the same trials. */
function tokensMore({ evaluations }: Comparison, pair: ComparedPair): string {
  const [more, less] = [
    [pair.evaluation, pair.method],
    [pair.base, pair.baseMethod],
  ].map(([id, key]) => {
    const report = evaluations.find((each) => each.id === id)?.methods.find((method) => method.key === key)
    return report === undefined || report.resolved !== pair.paired?.trials ? null : report.tokens
  })
  return more == null || less == null ? '—' : signed(more - less, 0)
}

type Sides = Pick<ComparedPair, 'evaluation' | 'method' | 'base' | 'baseMethod'>

function nameOf({ evaluations }: Comparison, { evaluation, method, base, baseMethod }: Sides): string {
  const side = (id: string, key: string) => {
    const at = evaluations.findIndex((each) => each.id === id)
    return `${letterOf(at)} ${evaluations[at]?.methods.find((each) => each.key === key)?.label ?? key}`
  }
  return `${side(evaluation, method)} against ${side(base, baseMethod)}`
}

function averageLines({ evaluations }: Comparison, { averages }: ComparisonStatistics): string[] {
  if (averages.length === 0) return []
  const labels = new Map(evaluations.flatMap(({ methods }) => methods.map(({ key, label }) => [key, label])))
  const pools = new Set(averages.map(({ pool }) => pool))
  const rows = averages.map(({ pool, method, evaluations: count, accuracy, calls }) => [
    `${labels.get(method) ?? method}${pools.size > 1 ? `, ${pool}` : ''}`,
    pointsEstimate(accuracy),
    signed(calls.value, 2),
    String(count),
  ])
  return ['', ...columns([['average difference', 'points [95 % interval]', 'calls', 'evaluations'], ...rows])]
}

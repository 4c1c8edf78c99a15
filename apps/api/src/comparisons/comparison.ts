import {
  type ComparedEvaluation,
  type ComparedPair,
  type Comparison,
  type ComparisonQuery,
  type ComparisonStatistics,
  type EvaluationStatus,
  type EvaluationView,
  type LeftOutNote,
  MOST_COMPARED,
  MOST_OF_SUITE,
  type PairNote,
} from '@cges-fleet/core'
import { type Compared, findCompared, findSuite, selectPairedGroups, selectPrefixPairs } from '@cges-fleet/db'
import { earlyDifference, pairedCounts, type PairedGroup, unpairedDifference } from '@cges-fleet/statistics'
import type { Caller } from '../access/caller.js'
import { loadView, unknownEvaluation } from '../evaluations/evaluation-view.js'
import { Refusal, refuseField } from '../http/refusal.js'
import type { Asker, StatisticsOffice } from '../statistics/statistics-office.js'
import { settingsOf } from './compared-settings.js'
import { chooseMethods, type PlannedPair, planPairs } from './pairs.js'

/** A comparison with the counts of its pairs: everything that the database is read for. */
interface PreparedComparison extends Omit<Comparison, 'pairs'> {
  readonly pairs: readonly (PlannedPair & {
    readonly groups: readonly PairedGroup[]
    /** Of a pair that has a prefix. */
    readonly counts: Awaited<ReturnType<typeof selectPrefixPairs>>[number] | null
  })[]
}

type CallerRows = Pick<Caller, 'db' | 'team'>

/** Loads the data of a comparison: figures of each evaluation, settings, and one statement for all pairs. */
export async function prepareComparison(caller: CallerRows, query: ComparisonQuery): Promise<PreparedComparison> {
  const { compared, leftOut, gone } = await selectEvaluations(caller, query)
  const within = (query.with ?? (query.suite === undefined ? 'base' : 'own')) === 'own'
  const [lost] = gone
  // What is left is shown if there is something to compare it with.
  if (lost !== undefined && compared.length < (within ? 1 : 2)) throw unknownEvaluation(lost)
  if (!within && compared.length < 2) {
    throw refuseField('evaluations', 'name at least two evaluations, or compare within one: with=own')
  }
  const base = baseOf(compared, gone.includes(query.base ?? '') ? {} : query)
  const chosen = chooseMethods(compared, { base, methods: query.methods })
  const settled = []
  for (const of of compared) settled.push({ compared: of, view: await loadView(caller, of.id) })
  const planned = settled.map(({ compared: all, view }) => ({
    all,
    view: shownOf(view, chosen.keys),
    reports: view.methods,
  }))
  const basePlanned = planned.find(({ all }) => all.id === base.id) ?? raise()
  const pairs = planPairs(planned, { against: query.against, within, base: basePlanned })
  const paired = pairs.filter(({ excluded, prefix }) => excluded === null && prefix === null)
  const groups = await selectPairedGroups(caller.db, caller.team, paired.map(sidesOf))
  const early = pairs.flatMap((pair) => (pair.prefix === null ? [] : [{ pair, ...sidesOf(pair), ...pair.prefix }]))
  const counts = await selectPrefixPairs(caller.db, caller.team, early)
  return {
    evaluations: planned.map(({ view }) => view),
    leftOut,
    gone,
    methodsLeftOut: [...chosen.leftOut],
    with: within ? 'own' : 'base',
    base: within ? null : base.id,
    settings: settingsOf(settled),
    pairs: pairs.map((pair) => ({
      ...pair,
      groups: groups[paired.indexOf(pair)] ?? [],
      counts: counts[early.findIndex((each) => each.pair === pair)] ?? null,
    })),
  }
}

/** Refuses a comparison that names what is not the caller's, or that could not be shown: it is about to be kept. */
export async function requireComparison(caller: CallerRows, query: ComparisonQuery): Promise<void> {
  const { gone } = await prepareComparison(caller, query)
  if (gone[0] !== undefined) throw unknownEvaluation(gone[0])
}

function baseOf<Named extends { readonly id: string }>(compared: readonly Named[], { base }: ComparisonQuery): Named {
  const found = base === undefined ? compared[0] : compared.find(({ id }) => id === base)
  if (found === undefined) throw refuseField('base', 'must be one of the evaluations compared')
  return found
}

/** Methods in the order chosen, so that rows are the same for every evaluation. */
function shownOf(view: EvaluationView, keys: readonly string[]): ComparedEvaluation {
  const { id, name, suite, status, reason, provenance, simulated, benchmark, pool, trials, samplesDrawn } = view
  const { source, owner, tags, priority, createdAt, finishedAt, archivedAt, version, notComparable, spent } = view
  const about = { id, name, suite, status, reason, provenance, simulated, benchmark, pool, trials, samplesDrawn }
  return {
    ...about,
    source,
    owner,
    tags,
    priority,
    createdAt,
    finishedAt,
    archivedAt,
    version,
    cost: { gpuSeconds: spent.gpuSeconds, money: spent.money, currency: spent.currency },
    notComparable,
    methods: keys.flatMap((key) => view.methods.filter((method) => method.key === key)),
  }
}

function sidesOf({ evaluation, method, base, baseMethod }: PlannedPair) {
  return { this: { evaluation, method }, base: { evaluation: base, method: baseMethod } }
}

function raise(): never {
  throw new Error('it is one of those compared')
}

/** The evaluations compared, and those of the suite that are left out. */
interface SelectedEvaluations {
  readonly compared: readonly Compared[]
  readonly leftOut: Comparison['leftOut']
  /** The ids that are no evaluation of the team. */
  readonly gone: string[]
}

type Names = Pick<ComparisonQuery, 'evaluations' | 'suite' | 'runs'>

/** Finds the caller's evaluations by their ids or their suite; refuses if one does not exist. */
async function selectEvaluations(
  { db, team }: CallerRows,
  { evaluations, suite, runs = [] }: Names,
): Promise<SelectedEvaluations> {
  if ((evaluations === undefined) === (suite === undefined)) {
    throw refuseField('evaluations', 'give either evaluations or a suite')
  }
  if (suite !== undefined) return ofSuite(await findSuite(db, team, suite, MOST_OF_SUITE), suite, runs)
  const ids = evaluations ?? []
  const compared = await findCompared(db, team, ids)
  return { compared, leftOut: [], gone: ids.filter((id) => compared.every((each) => each.id !== id)) }
}

/**
 * One run of each benchmark on each pool, by their names, so that columns do not depend on what was run last: that which
 * is asked for, else the first that did not fail. A rerun never takes a column by itself.
 */
function ofSuite(found: readonly Compared[], suite: string, runs: readonly string[]): SelectedEvaluations {
  if (found.length === 0) {
    const check = 'Check the name: it is the field suite of the file that was submitted.'
    throw new Refusal('not_found', `There is no evaluation of suite ${JSON.stringify(suite)}. ${check}`)
  }
  const unknown = runs.find((id) => found.every((each) => each.id !== id))
  if (unknown !== undefined) throw refuseField('runs', `${unknown} is no evaluation of suite ${JSON.stringify(suite)}`)
  const byPlace = new Map<string, Compared[]>()
  for (const each of found) {
    const place = JSON.stringify([each.benchmark, each.pool])
    byPlace.set(place, [...(byPlace.get(place) ?? []), each])
  }
  const columns = [...byPlace].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => chosenRun(of, runs))
  const compared = columns.slice(0, MOST_COMPARED)
  const leftOut = found
    .filter((each) => !compared.includes(each))
    .map((each) => ({ id: each.id, name: each.name, note: whyLeftOut(each, columns) }))
  return { compared, leftOut, gone: [] }
}

const UNUSABLE: readonly EvaluationStatus[] = ['failed', 'cancelled']

function chosenRun(of: readonly Compared[], runs: readonly string[]): Compared {
  const usable = of.find(({ status }) => !UNUSABLE.includes(status))
  const [wanted] = runs.flatMap((run) => of.filter(({ id }) => id === run))
  return wanted ?? usable ?? of[0] ?? raise()
}

function whyLeftOut(each: Compared, columns: readonly Compared[]): LeftOutNote {
  return columns.includes(each)
    ? { kind: 'no_room', counts: { columns: MOST_COMPARED }, why: null }
    : { kind: 'other_run', counts: {}, why: `${each.benchmark} on ${each.pool}` }
}

/** Judges the differences of a comparison, in a thread. */
export function judgeComparison(
  office: StatisticsOffice,
  { evaluations, pairs, with: opponent }: PreparedComparison,
  asker: Asker,
): Promise<ComparisonStatistics> {
  const sides = pairs.map(({ evaluation, method, base, baseMethod, groups }) => {
    return { evaluation, method, base, baseMethod, groups }
  })
  const pools = Object.fromEntries(evaluations.map(({ id, pool }) => [id, pool.name]))
  const options = { within: opponent === 'own', pools }
  return office.compare({ sides, options }, asker)
}

/** Builds the API's view of a comparison, with an unpaired difference only if one was requested. Pure. */
export function comparisonOf(prepared: PreparedComparison, unpaired: boolean): Comparison {
  const { evaluations, pairs } = prepared
  const together = pairs.filter(({ prefix }) => prefix !== null).length
  return { ...prepared, pairs: pairs.map((pair) => pairOf(pair, { evaluations, unpaired, together })) }
}

const NONE_IN_COMMON: PairNote = { kind: 'none_in_common', counts: {}, why: null }

type Prepared = PreparedComparison['pairs'][number]

interface PairTerms {
  readonly evaluations: readonly ComparedEvaluation[]
  readonly unpaired: boolean
  /** The early differences whose limits are to hold together. */
  readonly together: number
}

function pairOf(pair: Prepared, { evaluations, unpaired, together }: PairTerms): ComparedPair {
  const { groups, excluded, prefix, counts, ...names } = pair
  const empty = { ...names, paired: null, early: null, unpaired: null }
  if (excluded === null && prefix === null) {
    const paired = pairedCounts(groups)
    if (paired !== null) return { ...empty, state: 'paired', note: null, paired }
  }
  if (prefix !== null && counts !== null) {
    const early = earlyDifference({ ...prefix, ...counts }, together)
    if (early !== null) return { ...empty, state: 'early', note: null, early }
  }
  const { state, note } = excluded ?? { state: 'disjoint' as const, note: NONE_IN_COMMON }
  if (state !== 'disjoint' || !unpaired) return { ...empty, state, note }
  const compared = accuracyOf(evaluations, pair.evaluation, pair.method)
  const base = accuracyOf(evaluations, pair.base, pair.baseMethod)
  if (compared === null || base === null) return { ...empty, state, note }
  return { ...empty, state: 'unpaired', note, unpaired: unpairedDifference(compared, base) }
}

function accuracyOf(evaluations: readonly ComparedEvaluation[], id: string, key: string) {
  const methods = evaluations.find((each) => each.id === id)?.methods ?? []
  return methods.find((method) => method.key === key)?.accuracy ?? null
}

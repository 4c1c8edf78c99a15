import {
  type ComparedEvaluation,
  type ComparedPair,
  type ComparedSetting,
  type Comparison,
  type ComparisonQuery,
  type EvaluationView,
  type LeftOutNote,
  MOST_COMPARED,
  type PairNote,
  type SettingKind,
} from '@cges-fleet/core'
import { type Compared, findCompared, findSuite, selectPairedGroups, sha256 } from '@cges-fleet/db'
import { pairedCounts, type PairedGroup, unpairedDifference } from '@cges-fleet/statistics'
import type { Caller } from '../access/caller.js'
import { loadView, unknownEvaluation } from '../evaluations/evaluation-view.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { chooseMethods, type PlannedPair, planPairs } from './pairs.js'

/** A comparison with the counts of its pairs: everything that the database is read for. */
interface PreparedComparison extends Omit<Comparison, 'pairs'> {
  readonly pairs: readonly (PlannedPair & { readonly groups: readonly PairedGroup[] })[]
}

/** Loads the data of a comparison: figures of each evaluation, settings, and one statement for all pairs. */
export async function prepareComparison(caller: Caller, query: ComparisonQuery): Promise<PreparedComparison> {
  const { compared, leftOut } = await askedEvaluations(caller, query)
  const within = (query.with ?? (query.suite === undefined ? 'base' : 'own')) === 'own'
  if (!within && compared.length < 2) {
    throw refuseField('evaluations', 'name at least two evaluations, or compare within one: with=own')
  }
  const base = baseOf(compared, query)
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
  const paired = pairs.filter(({ excluded }) => excluded === null)
  const groups = await selectPairedGroups(caller.db, caller.team, paired.map(sidesOf))
  return {
    evaluations: planned.map(({ view }) => view),
    leftOut,
    methodsLeftOut: [...chosen.leftOut],
    with: within ? 'own' : 'base',
    base: within ? null : base.id,
    settings: settingsOf(settled),
    pairs: pairs.map((pair) => ({ ...pair, groups: groups[paired.indexOf(pair)] ?? [] })),
  }
}

function baseOf<Named extends { readonly id: string }>(compared: readonly Named[], { base }: ComparisonQuery): Named {
  const found = base === undefined ? compared[0] : compared.find(({ id }) => id === base)
  if (found === undefined) throw refuseField('base', 'must be one of the evaluations compared')
  return found
}

/** Methods in the order chosen, so that rows are the same for every evaluation. */
function shownOf(view: EvaluationView, keys: readonly string[]): ComparedEvaluation {
  const { id, name, suite, status, reason, provenance, simulated, benchmark, pool, trials, samplesDrawn } = view
  const { source, owner, tags, createdAt, finishedAt, version, notComparable } = view
  const about = { id, name, suite, status, reason, provenance, simulated, benchmark, pool, trials, samplesDrawn }
  return {
    ...about,
    source,
    owner,
    tags,
    createdAt,
    finishedAt,
    version,
    notComparable,
    methods: keys.flatMap((key) => view.methods.filter((method) => method.key === key)),
  }
}

function sidesOf({ evaluation, method, base, baseMethod }: PlannedPair) {
  return { this: { evaluation, method }, base: { evaluation: base, method: baseMethod } }
}

function raise(): never {
  throw new Error('the base evaluation is one of those compared')
}

/** The evaluations compared, and those of the suite that are left out. */
interface AskedEvaluations {
  readonly compared: readonly Compared[]
  readonly leftOut: Comparison['leftOut']
}

/** Evaluations of a suite that are looked at: it is unbounded, and only the newest of each benchmark is shown. */
const MOST_OF_SUITE = 100

type Names = Pick<ComparisonQuery, 'evaluations' | 'suite'>

/** Finds the caller's evaluations by their ids or their suite; refuses if one does not exist. */
async function askedEvaluations({ db, team }: Caller, { evaluations, suite }: Names): Promise<AskedEvaluations> {
  if ((evaluations === undefined) === (suite === undefined)) {
    throw refuseField('evaluations', 'name evaluations, or a suite: one of the two')
  }
  if (suite !== undefined) return ofSuite(await findSuite(db, team, suite, MOST_OF_SUITE), suite)
  const ids = evaluations ?? []
  const compared = await findCompared(db, team, ids)
  const unknown = ids.find((id) => compared.every((each) => each.id !== id))
  if (unknown !== undefined) throw unknownEvaluation(unknown)
  return { compared, leftOut: [] }
}

/** The newest of each benchmark, by the benchmarks' names, so that columns do not depend on what was run last. */
function ofSuite(found: readonly Compared[], suite: string): AskedEvaluations {
  if (found.length === 0) throw new Refusal('not_found', `There is no evaluation of suite ${JSON.stringify(suite)}.`)
  const newest = found.filter((each, at) => found.findIndex(({ benchmark }) => benchmark === each.benchmark) === at)
  const compared = newest.slice(0, MOST_COMPARED).toSorted((a, b) => (a.benchmark < b.benchmark ? -1 : 1))
  const leftOut = found
    .filter((each) => !compared.includes(each))
    .map((each) => ({ id: each.id, name: each.name, note: whyLeftOut(each, newest) }))
  return { compared, leftOut }
}

function whyLeftOut(each: Compared, newest: readonly Compared[]): LeftOutNote {
  return newest.includes(each)
    ? { kind: 'no_room', counts: { columns: MOST_COMPARED }, why: null }
    : { kind: 'superseded', counts: {}, why: each.benchmark }
}

/** The known settings of one evaluation. */
interface Settled {
  readonly compared: Compared
  readonly view: EvaluationView
}

type Reading = readonly [kind: SettingKind, name: string, read: (of: Settled) => string | number | null | undefined]

const READINGS: readonly Reading[] = [
  ['questions', 'Benchmark', ({ compared }) => compared.benchmark],
  ['questions', 'Benchmark revision', ({ compared }) => compared.revision.slice(0, 12)],
  ['questions', 'Questions', ({ compared }) => compared.questions],
  ['prompt', 'Prompt template', ({ compared }) => `SHA-256 ${digestOf(compared.template)}`],
  ['model', 'Model', ({ view }) => view.pool.model],
  ['model', 'Model revision', ({ compared }) => compared.modelRevision],
  ['model', 'Reward model', ({ compared }) => compared.rewardModel],
  ['model', 'Step scorer', ({ compared }) => compared.stepScorer],
  ['model', 'Answers', ({ view }) => (view.simulated ? 'simulated' : view.provenance)],
  ['sampling', 'Temperature', ({ compared }) => compared.sampling.temperature],
  ['sampling', 'Top-p', ({ compared }) => compared.sampling.topP],
  ['sampling', 'Top-k', ({ compared }) => compared.sampling.topK],
  ['sampling', 'Min-p', ({ compared }) => compared.sampling.minP],
  ['sampling', 'Repetition penalty', ({ compared }) => compared.sampling.repetitionPenalty],
  ['sampling', 'Presence penalty', ({ compared }) => compared.sampling.presencePenalty],
  ['sampling', 'Frequency penalty', ({ compared }) => compared.sampling.frequencyPenalty],
  ['sampling', 'Largest answer, tokens', ({ compared }) => compared.sampling.maxTokens],
  ['answers', 'Grading version', ({ view }) => view.gradingVersion],
  ['answers', 'Votes count answers', ({ compared }) => (compared.paper ? 'as written' : 'by their value')],
  ['drawing', 'Pool', ({ view }) => view.pool.name],
  ['drawing', 'Replicates', ({ view }) => view.replicates],
  ['drawing', 'Seed', ({ view }) => (view.source === null ? view.seed : null)],
]

/**
 * Lists the settings evaluations were run with, and which of them differ. An unknown value differs from any known one.
 */
function settingsOf(evaluations: readonly Settled[]): ComparedSetting[] {
  return READINGS.map(([kind, name, read]) => {
    const values = evaluations.map((of) => read(of)?.toString() ?? null)
    // A grading version is shown once an evaluation is done; until then it does not count as a difference.
    const told = kind === 'answers' ? values.filter((value) => value !== null) : values
    return { kind, name, values, same: new Set(told).size <= 1 }
  })
}

function digestOf(text: string): string {
  return Buffer.from(sha256(text)).toString('hex').slice(0, 12)
}

/** Builds the API's view of a comparison, with an unpaired difference only if one was requested. Pure. */
export function comparisonOf(prepared: PreparedComparison, unpaired: boolean): Comparison {
  return { ...prepared, pairs: prepared.pairs.map((pair) => pairOf(pair, prepared.evaluations, unpaired)) }
}

const NONE_IN_COMMON: PairNote = { kind: 'none_in_common', counts: {}, why: null }

type Prepared = PreparedComparison['pairs'][number]

function pairOf(pair: Prepared, evaluations: readonly ComparedEvaluation[], unpaired: boolean): ComparedPair {
  const { groups, excluded, ...names } = pair
  const paired = excluded === null ? pairedCounts(groups) : null
  if (paired !== null) return { ...names, state: 'paired', note: null, paired, unpaired: null }
  const { state, note } = excluded ?? { state: 'disjoint' as const, note: NONE_IN_COMMON }
  if (state !== 'disjoint' || !unpaired) return { ...names, state, note, paired, unpaired: null }
  const own = accuracyOf(evaluations, pair.evaluation, pair.method)
  const base = accuracyOf(evaluations, pair.base, pair.baseMethod)
  if (own === null || base === null) return { ...names, state, note, paired, unpaired: null }
  return { ...names, state: 'unpaired', note, paired, unpaired: unpairedDifference(own, base) }
}

function accuracyOf(evaluations: readonly ComparedEvaluation[], id: string, key: string) {
  const methods = evaluations.find((each) => each.id === id)?.methods ?? []
  return methods.find((method) => method.key === key)?.accuracy ?? null
}

import type { ComparedEvaluation, Comparison, ComparisonQuery, EvaluationView } from '@cges-fleet/core'
import { selectPairedGroups } from '@cges-fleet/db'
import type { PairedGroup } from '@cges-fleet/statistics'
import type { Caller } from '../access/caller.js'
import { loadView } from '../evaluations/load-view.js'
import { refuseField } from '../http/refusal.js'
import { askedEvaluations } from './asked-evaluations.js'
import { chooseMethods } from './choose-methods.js'
import { planPairs, type PlannedPair } from './plan-pairs.js'
import { settingsOf } from './settings-of.js'

/** A comparison with the counts of its pairs: everything that the database is read for. */
export interface PreparedComparison extends Omit<Comparison, 'pairs'> {
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

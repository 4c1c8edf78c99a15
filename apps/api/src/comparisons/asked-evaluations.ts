import { type Comparison, type ComparisonQuery, MOST_COMPARED } from '@cges-fleet/core'
import { type Compared, findCompared, findSuite } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { unknownEvaluation } from '../evaluations/load-view.js'
import { Refusal, refuseField } from '../http/refusal.js'

/** The evaluations compared, and those of the suite that are left out. */
export interface AskedEvaluations {
  readonly compared: readonly Compared[]
  readonly leftOut: Comparison['leftOut']
}

/** Evaluations of a suite that are looked at: it is unbounded, and only the newest of each benchmark is shown. */
const MOST_OF_SUITE = 100

type Names = Pick<ComparisonQuery, 'evaluations' | 'suite'>

/** Finds the caller's evaluations by their ids or their suite; refuses if one does not exist. */
export async function askedEvaluations({ db, team }: Caller, { evaluations, suite }: Names): Promise<AskedEvaluations> {
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
    .map((each) => ({ id: each.id, name: each.name, why: whyLeftOut(each, newest) }))
  return { compared, leftOut }
}

function whyLeftOut(each: Compared, newest: readonly Compared[]): string {
  return newest.includes(each)
    ? `a table has at most ${MOST_COMPARED} columns`
    : `a newer evaluation of ${each.benchmark} is in the table`
}

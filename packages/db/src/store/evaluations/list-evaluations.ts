import type { EvaluationFilter, EvaluationSort, EvaluationSummary } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { evaluationSummary, type SummaryRow } from './evaluation-summary.js'
import { filterValues } from './filter-values.js'
import { LIST_BY } from './list-statements.js'
import { type Db, query } from '../query.js'

/** A keyset cursor: the page begins after this value of the order, and after this evaluation among equal values. */
export interface ListPlace {
  readonly id: string
  /** As text; null when ordering by submission, which is the order of ids. */
  readonly value: string | null
}

export interface ListWanted {
  readonly filter?: EvaluationFilter
  readonly sort?: EvaluationSort
  readonly after?: ListPlace | null
  readonly rows?: number
}

/** The figures of a finished evaluation's most accurate method. */
export interface SettledBest {
  readonly key: string
  readonly accuracy: number
  readonly trials: number
  readonly calls: number
  readonly tokens: number | null
}

export interface ListedEvaluation {
  readonly summary: EvaluationSummary
  /** Null if there are no final figures. */
  readonly best: SettledBest | null
  readonly methods: readonly MethodSpec[]
  readonly replicateBlocks: number
  readonly closedPrefix: number
  readonly spent: number
  readonly cap: number | null
}

export interface ListedPage {
  readonly evaluations: readonly ListedEvaluation[]
  readonly next: ListPlace | null
}

interface Row extends SummaryRow {
  readonly best: SettledBest | null
  readonly methodSpecs: MethodSpec[]
  readonly replicateBlocks: number
  readonly closedPrefix: number
  readonly spent: number
  readonly cap: number | null
  readonly place: string | null
}

const PAGE = 50

/** Lists a team's evaluations that match a filter, in an order, a page at a time. */
export async function listEvaluations(db: Db, team: TeamId, wanted: ListWanted = {}): Promise<ListedPage> {
  const { filter = {}, sort = 'newest', after = null, rows: most = PAGE } = wanted
  const values = [team, ...filterValues(filter), after?.id ?? null, after?.value ?? null, most + 1]
  const found = await listedBy(db, sort, values)
  const shown = found.slice(0, most)
  const last = shown.at(-1)
  const next =
    found.length > most && last !== undefined ? { id: last.id, value: sort === 'newest' ? null : last.place } : null
  return { evaluations: shown.map(listed), next }
}

function listedBy(db: Db, sort: EvaluationSort, values: readonly unknown[]): Promise<Row[]> {
  switch (sort) {
    case 'newest':
      return query<Row>(db, LIST_BY.newest, values)
    case 'name':
      return query<Row>(db, LIST_BY.name, values)
    case 'accuracy':
      return query<Row>(db, LIST_BY.accuracy, values)
    case 'calls':
      return query<Row>(db, LIST_BY.calls, values)
    case 'saved':
      return query<Row>(db, LIST_BY.saved, values)
    case 'tokens':
      return query<Row>(db, LIST_BY.tokens, values)
  }
}

function listed(row: Row): ListedEvaluation {
  const { best, methodSpecs: methods, replicateBlocks, closedPrefix, spent, cap } = row
  return { summary: evaluationSummary(row), best, methods, replicateBlocks, closedPrefix, spent, cap }
}

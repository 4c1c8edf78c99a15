import type { EvaluationFilter, EvaluationSort, EvaluationSummary } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { evaluationConditions } from './evaluation-conditions.js'
import { evaluationOrder } from './evaluation-order.js'
import { evaluationSummary, SUMMARY, type SummaryRow } from './evaluation-summary.js'
import { type Db, query } from '../query.js'

/** Where a page begins: after this value of the order, and after this evaluation among those that have it. */
export interface ListPlace {
  readonly id: string
  /** As text; null in the order of submission, which is that of ids. */
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
}

export interface ListedEvaluation {
  readonly summary: EvaluationSummary
  /** Null where there are no final figures. */
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

/** Lists a team's evaluations that a filter finds, in an order, a page at a time. */
export async function listEvaluations(db: Db, team: TeamId, wanted: ListWanted = {}): Promise<ListedPage> {
  const { filter = {}, sort = 'newest', after = null, rows: most = PAGE } = wanted
  const { sql, parameters } = evaluationConditions(team, filter)
  const order = evaluationOrder(sort)
  const values = [...parameters]
  const given = (value: unknown): string => `$${values.push(value)}`
  const [by, direction] = order === null ? ['e.id', 'DESC'] : [`${order.by} ${order.direction}, e.id`, order.direction]
  const compares = direction === 'DESC' ? '<' : '>'
  const beyond =
    after === null
      ? ''
      : order === null
        ? `AND e.id < ${given(after.id)}::uuid`
        : `AND (${order.by}, e.id) ${compares} (${given(after.value)}::${order.type}, ${given(after.id)}::uuid)`
  const found = await query<Row>(
    db,
    `SELECT s.*, ${COLUMNS}, ${order === null ? 'NULL' : `(${order.by})::text`} AS place
     FROM (SELECT e.id FROM evaluation e WHERE ${sql} ${beyond} ORDER BY ${by} ${direction} LIMIT ${most + 1}) page
     JOIN evaluation e ON e.id = page.id JOIN (${SUMMARY}) s ON s.id = e.id
     LEFT JOIN spending c ON c.evaluation_id = e.id
     ORDER BY ${by} ${direction}`,
    values,
  )
  const shown = found.slice(0, most)
  const last = shown.at(-1)
  const next = found.length > most && last !== undefined ? { id: last.id, value: last.place } : null
  return { evaluations: shown.map(listed), next }
}

const COLUMNS = `
  CASE WHEN e.best_method IS NOT NULL THEN jsonb_build_object('key', e.best_method, 'accuracy', e.best_accuracy,
    'trials', e.best_trials, 'calls', e.best_calls) END AS best,
  e.spec -> 'methods' AS "methodSpecs", coalesce(cardinality(e.replicate_blocks), 1) AS "replicateBlocks",
  e.closed_prefix AS "closedPrefix", coalesce(c.calls, 0) AS spent, c.call_cap AS cap`

function listed(row: Row): ListedEvaluation {
  const { best, methodSpecs: methods, replicateBlocks, closedPrefix, spent, cap } = row
  return { summary: evaluationSummary(row), best, methods, replicateBlocks, closedPrefix, spent, cap }
}

import {
  type EvaluationCost,
  type EvaluationFilter,
  type EvaluationLabels,
  type EvaluationSort,
  type EvaluationSummary,
  type LabelsInUse,
  MOST_COUNTED,
} from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { moneySpent } from '../pools/money.js'
import { EvaluationEntity } from '../schema/evaluation.js'
import { evaluationSummary, SUMMARY, type SummaryRow } from './summary.js'

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
interface SettledBest {
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
  readonly cost: EvaluationCost
}

interface ListedPage {
  readonly evaluations: readonly ListedEvaluation[]
  readonly next: ListPlace | null
}

interface Row extends SummaryRow, EvaluationCost {
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
  const cost = { gpuSeconds: row.gpuSeconds, money: row.money, currency: row.money === null ? null : row.currency }
  return { summary: evaluationSummary(row), best, methods, replicateBlocks, closedPrefix, spent, cap, cost }
}

/** The filter's conditions on the values of `filterValues`; a null value matches everything. */
const CONDITIONS = `
  e.team_id = $1
  AND ($2::text[] IS NULL OR e.status = ANY ($2))
  AND ($3::boolean IS NOT TRUE OR e.status IN ('failed', 'budget_stopped', 'stuck') OR e.trials_blocked > 0)
  AND ($4::text IS NULL OR e.benchmark_id = ANY (ARRAY(SELECT id FROM benchmark WHERE team_id = $1 AND name = $4)))
  AND ($5::text IS NULL OR e.pool = $5)
  AND ($6::text IS NULL OR e.pool = ANY (ARRAY(SELECT name FROM pool WHERE model = $6)))
  AND ($7::jsonb IS NULL OR e.spec -> 'methods' @> $7)
  AND ($8::text IS NULL OR e.owner = $8)
  AND ($9::text IS NULL OR e.tags @> ARRAY[$9])
  AND ($10::uuid IS NULL OR e.id >= $10)
  AND ($11::uuid IS NULL OR e.id < $11)
  AND ($12::text IS NULL OR strpos(e.name_order, lower($12)) > 0)
  AND (e.archived_at IS NOT NULL) = $13::boolean`

const COLUMNS = `
  CASE WHEN e.best_method IS NOT NULL THEN jsonb_build_object('key', e.best_method, 'accuracy', e.best_accuracy,
    'trials', e.best_trials, 'calls', e.best_calls, 'tokens', e.best_tokens) END AS best,
  e.spec -> 'methods' AS "methodSpecs", coalesce(cardinality(e.replicate_blocks), 1) AS "replicateBlocks",
  e.closed_prefix AS "closedPrefix", coalesce(c.calls, 0) AS spent, c.call_cap AS cap,
  coalesce(c.gpu_ms, 0) / 1000 AS "gpuSeconds", ${moneySpent('c', 'o')} AS money, o.currency`

interface Order {
  readonly by: string
  readonly direction: 'ASC' | 'DESC'
  /** The type of `by`; null if the id alone is the order. */
  readonly type: 'text' | 'float8' | null
}

/**
 * A page of a list in one order, after the cursor $15 (the value, as text) and $14 (the evaluation), of $16 rows. Each
 * order is a non-null column with an index of its own, so that a cursor is one comparison of two values.
 */
function listStatement({ by, direction, type }: Order): string {
  const compares = direction === 'DESC' ? '<' : '>'
  const beyond = type === null ? `e.id < $14` : `(${by}, e.id) ${compares} ($15::${type}, $14::uuid)`
  const order = type === null ? `e.id ${direction}` : `${by} ${direction}, e.id ${direction}`
  return `
SELECT s.*, ${COLUMNS}, ${type === null ? '$15::text' : `${by}::text`} AS place
FROM (
  SELECT e.id FROM evaluation e WHERE ${CONDITIONS} AND ($14::uuid IS NULL OR ${beyond}) ORDER BY ${order} LIMIT $16
) page
JOIN evaluation e ON e.id = page.id
JOIN (${SUMMARY}) s ON s.id = e.id
JOIN pool o ON o.name = e.pool
LEFT JOIN spending c ON c.evaluation_id = e.id
ORDER BY ${order}`
}

const LIST_BY = {
  newest: listStatement({ by: 'e.id', direction: 'DESC', type: null }),
  name: listStatement({ by: 'e.name_order', direction: 'ASC', type: 'text' }),
  accuracy: listStatement({ by: 'e.accuracy_order', direction: 'DESC', type: 'float8' }),
  calls: listStatement({ by: 'e.calls_order', direction: 'ASC', type: 'float8' }),
  saved: listStatement({ by: 'e.saved_order', direction: 'DESC', type: 'float8' }),
  tokens: listStatement({ by: 'e.tokens_order', direction: 'ASC', type: 'float8' }),
} as const

/** Counts a team's evaluations that match a filter, up to as many as a list counts. */
export async function countEvaluations(db: Db, team: TeamId, filter: EvaluationFilter): Promise<number> {
  const counted = await query<{ total: number }>(db, COUNT, [team, ...filterValues(filter)])
  return counted[0]?.total ?? 0
}

const COUNT = `
SELECT count(*)::int AS total FROM (SELECT FROM evaluation e WHERE ${CONDITIONS} LIMIT ${MOST_COUNTED}) counted`

/** A method of an evaluation whose final accuracy is asked for. */
interface FinalArm {
  readonly id: string
  readonly key: string
}

/** Selects the final accuracies of one method each of a team's evaluations; none where nothing was graded. */
export function selectAccuracies(
  db: Db,
  team: TeamId,
  arms: readonly FinalArm[],
): Promise<{ readonly id: string; readonly accuracy: number }[]> {
  return query<{ id: string; accuracy: number }>(db, ACCURACIES, [
    team,
    arms.map(({ id }) => id),
    arms.map(({ key }) => key),
  ])
}

const ACCURACIES = `
SELECT e.id, sum(m.correct)::float8 / sum(m.resolved) AS accuracy
FROM unnest($2::uuid[], $3::text[]) AS a(id, key) JOIN evaluation e ON e.id = a.id AND e.team_id = $1
JOIN method_calls m ON m.evaluation_id = e.id AND m.method_key = a.key AND m.grading_version = e.regraded_to
GROUP BY e.id HAVING sum(m.resolved) > 0`

const DAY_MS = 86_400_000

/**
 * Returns a filter's values in the order in which the list statements number them. Ids carry the time of submission, so
 * days are ranges of ids.
 */
function filterValues(filter: EvaluationFilter): unknown[] {
  const { status, attention, benchmark, pool, model, method, owner, tag, from, to, q, archived } = filter
  return [
    status ?? null,
    attention !== undefined,
    benchmark ?? null,
    pool ?? null,
    model ?? null,
    method === undefined ? null : JSON.stringify([{ method }]),
    owner ?? null,
    tag ?? null,
    from === undefined ? null : firstIdOf(Date.parse(from)),
    to === undefined ? null : firstIdOf(Date.parse(to) + DAY_MS),
    q ?? null,
    archived !== undefined,
  ]
}

/** The smallest UUID version 7 that can have been generated at an instant. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}

/** Sets tags and note of a team's evaluation; what is left out stays. Returns whether the team has it. */
export async function labelEvaluation(
  db: Db,
  team: TeamId,
  { id, tags, note }: EvaluationLabels & { readonly id: string },
): Promise<boolean> {
  const change = { tags, note, version: () => 'version + 1' }
  const { affected } = await db.getRepository(EvaluationEntity).update({ teamId: team, id }, change)
  return affected === 1
}

/** Evaluations looked at, the newest, and names returned of each kind: suggestions, not counts. */
const LOOKED_AT = 2000
const MOST = 200

/** Lists who submitted a team's newest evaluations and which tags they have. */
export async function selectLabelsInUse(db: Db, team: TeamId): Promise<LabelsInUse> {
  const rows = await query<{ kind: 'owner' | 'tag'; name: string }>(
    db,
    `WITH newest AS (SELECT owner, tags FROM evaluation WHERE team_id = $1 ORDER BY id DESC LIMIT ${LOOKED_AT}),
          found AS (SELECT 'owner' AS kind, owner AS name FROM newest WHERE owner IS NOT NULL
                    UNION SELECT 'tag', unnest(tags) FROM newest)
     SELECT kind, name FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY name) AS n FROM found) f
     WHERE n <= ${MOST} ORDER BY name`,
    [team],
  )
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  return { owners: of('owner'), tags: of('tag') }
}

import { QuestionFilter } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { LOOKED_AT, type TrialPlace } from './question-page.js'
import { keyedBudgets, type Questioned } from './questioned.js'
import {
  EVALUATION,
  filterSql,
  type Selected,
  SELECTED,
  SELECTED_FACTS,
  selectedValues,
  selectsAll,
  verdictFacts,
} from './selection.js'

/** How many trials were looked at, how many of them match the selection and each filter by itself, and where methods disagree worst. */
export interface CountedQuestions {
  readonly lookedAt: number
  readonly matching: number
  readonly filters: Readonly<Record<QuestionFilter, number>>
  readonly worst: TrialPlace | null
}

const TRIALS = `(SELECT * FROM trial WHERE evaluation_id = ${EVALUATION} ORDER BY replicate, position LIMIT ${LOOKED_AT}) t
    JOIN evaluation e ON e.id = t.evaluation_id`

const OF_ANY_METHOD = { method: 'NULL::text', methods: '$2::int', budgets: '$3::jsonb' } as const

/** The disagreement with the surest wrong stop before a budget, first among those that some method got right: one vote agrees with itself. */
const WORST = `(array_agg(jsonb_build_object('position', t.position, 'replicate', t.replicate)
  ORDER BY f.own_correct DESC, f.surest_wrong DESC NULLS LAST, t.replicate, t.position) FILTER (WHERE f.disagree))[1]`

const COUNT_FILTERS = `SELECT jsonb_build_object(${QuestionFilter.options
  .map((filter) => `'${filter}', count(*) FILTER (WHERE ${filterSql(filter, OF_ANY_METHOD)})`)
  .join(', ')}) AS filters, ${WORST} AS worst FROM ${TRIALS} ${verdictFacts(OF_ANY_METHOD)}`

const COUNT_MATCHING = `SELECT count(*)::int AS "lookedAt", (count(*) FILTER (WHERE ${SELECTED}))::int AS matching
  FROM ${TRIALS} ${SELECTED_FACTS}`

const COUNT_ALL = `SELECT least(trials_total, ${LOOKED_AT}) AS "lookedAt", least(trials_total, ${LOOKED_AT}) AS matching
  FROM evaluation WHERE id = $1`

/** Counts the trials selected, and those each filter matches in the whole evaluation, among its first 20,000. */
export async function countQuestions(db: Db, questioned: Questioned, selected: Selected): Promise<CountedQuestions> {
  const only = onlyFilter(selected)
  const counts = only === null ? await countMatching(db, questioned, selected) : await countAll(db, questioned)
  const [row] = await query<Pick<CountedQuestions, 'filters' | 'worst'>>(db, COUNT_FILTERS, [
    questioned.id,
    questioned.methods.length,
    JSON.stringify(keyedBudgets(questioned)),
  ])
  if (row === undefined) throw new Error('a count without a row')
  return { lookedAt: counts.lookedAt, matching: only === null ? counts.matching : row.filters[only], ...row }
}

type Matching = Pick<CountedQuestions, 'lookedAt' | 'matching'>

/** The filter that is all of a selection, which is then counted with the others; null if there is more, or none. */
function onlyFilter({ filters: [filter, ...more], ...others }: Selected): QuestionFilter | null {
  const isAlone = more.length === 0 && others.method === null && selectsAll({ filters: [], ...others })
  return filter !== undefined && isAlone ? filter : null
}

async function countAll(db: Db, { id }: Questioned): Promise<Matching> {
  return oneRow(await query<Matching>(db, COUNT_ALL, [id]))
}

async function countMatching(db: Db, questioned: Questioned, selected: Selected): Promise<Matching> {
  if (selectsAll(selected)) return countAll(db, questioned)
  return oneRow(await query<Matching>(db, COUNT_MATCHING, selectedValues(questioned, selected)))
}

function oneRow([row]: readonly Matching[]): Matching {
  if (row === undefined) throw new Error('a count without a row')
  return row
}

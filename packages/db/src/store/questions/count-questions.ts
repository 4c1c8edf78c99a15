import { QuestionFilter } from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import { type Questioned, keyedBudgets } from './find-questioned.js'
import { LOOKED_AT } from './read-question-page.js'
import {
  EVALUATION,
  filterSql,
  type Selected,
  SELECTED,
  SELECTED_FACTS,
  selectedValues,
  selectsAll,
  verdictFacts,
} from './selected-sql.js'

/** How many trials were looked at, how many of them a selection finds, and how many each filter by itself. */
export interface CountedQuestions {
  readonly lookedAt: number
  readonly matching: number
  readonly filters: Readonly<Record<QuestionFilter, number>>
}

const TRIALS = `(SELECT * FROM trial WHERE evaluation_id = ${EVALUATION} ORDER BY replicate, position LIMIT ${LOOKED_AT}) t
    JOIN evaluation e ON e.id = t.evaluation_id`

const OF_ANY_METHOD = { method: 'NULL::text', methods: '$2::int', budgets: '$3::jsonb' } as const

const COUNT_FILTERS = `SELECT jsonb_build_object(${QuestionFilter.options
  .map((filter) => `'${filter}', count(*) FILTER (WHERE ${filterSql(filter, OF_ANY_METHOD)})`)
  .join(', ')}) AS filters FROM ${TRIALS} ${verdictFacts(OF_ANY_METHOD)}`

const COUNT_MATCHING = `SELECT count(*)::int AS "lookedAt", (count(*) FILTER (WHERE ${SELECTED}))::int AS matching
  FROM ${TRIALS} ${SELECTED_FACTS}`

const COUNT_ALL = `SELECT least(trials_total, ${LOOKED_AT}) AS "lookedAt", least(trials_total, ${LOOKED_AT}) AS matching
  FROM evaluation WHERE id = $1`

/** Counts the trials selected, and those that each filter finds in the whole evaluation, of its first 20,000. */
export async function countQuestions(db: Db, questioned: Questioned, selected: Selected): Promise<CountedQuestions> {
  const own = await countMatching(db, questioned, selected)
  const [row] = await query<{ filters: CountedQuestions['filters'] }>(db, COUNT_FILTERS, [
    questioned.id,
    questioned.methods.length,
    JSON.stringify(keyedBudgets(questioned)),
  ])
  if (row === undefined) throw new Error('a count without a row')
  return { ...own, filters: row.filters }
}

type Matching = Pick<CountedQuestions, 'lookedAt' | 'matching'>

async function countMatching(db: Db, questioned: Questioned, selected: Selected): Promise<Matching> {
  const [row] = selectsAll(selected)
    ? await query<Matching>(db, COUNT_ALL, [questioned.id])
    : await query<Matching>(db, COUNT_MATCHING, selectedValues(questioned, selected))
  if (row === undefined) throw new Error('a count without a row')
  return row
}

import { QuestionFilter } from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import type { Questioned } from './find-questioned.js'
import { LOOKED_AT } from './read-question-page.js'
import { filterSql, type Selected, selectedSql, SqlValues, verdictFacts, wouldFlip } from './selected-sql.js'

/** How many trials were looked at, how many of them a selection finds, and how many each filter by itself. */
export interface CountedQuestions {
  readonly lookedAt: number
  readonly matching: number
  readonly filters: Readonly<Record<QuestionFilter, number>>
}

/** Counts the trials selected, and those that each filter finds in the whole evaluation, of its first 20,000. */
export async function countQuestions(db: Db, questioned: Questioned, selected: Selected): Promise<CountedQuestions> {
  const own = await countMatching(db, questioned, selected)
  const values = new SqlValues()
  const facts = verdictFacts(null, values)
  const counts = QuestionFilter.options.map((filter) => {
    const condition = filterSql(filter, questioned.methods.length, () => wouldFlip(questioned, null, values))
    return `'${filter}', count(*) FILTER (WHERE ${condition})`
  })
  const [row] = await query<{ filters: CountedQuestions['filters'] }>(
    db,
    `SELECT jsonb_build_object(${counts.join(', ')}) AS filters FROM ${trialsSql(questioned, values)} ${facts}`,
    values.values,
  )
  if (row === undefined) throw new Error('a count without a row')
  return { ...own, filters: row.filters }
}

async function countMatching(db: Db, questioned: Questioned, selected: Selected) {
  const values = new SqlValues()
  const facts = verdictFacts(selected.method, values)
  const where = selectedSql(questioned, selected, values)
  const [row] = await query<{ lookedAt: number; matching: number }>(
    db,
    where === 'true'
      ? `SELECT least(trials_total, ${LOOKED_AT}) AS "lookedAt", least(trials_total, ${LOOKED_AT}) AS matching FROM evaluation WHERE id = $1`
      : `SELECT count(*)::int AS "lookedAt", (count(*) FILTER (WHERE ${where}))::int AS matching
         FROM ${trialsSql(questioned, values)} ${facts}`,
    where === 'true' ? [questioned.id] : values.values,
  )
  if (row === undefined) throw new Error('a count without a row')
  return row
}

function trialsSql({ id }: Questioned, values: SqlValues): string {
  return `(SELECT * FROM trial WHERE evaluation_id = ${values.place(id)} ORDER BY replicate, position LIMIT ${LOOKED_AT}) t
    JOIN evaluation e ON e.id = t.evaluation_id`
}

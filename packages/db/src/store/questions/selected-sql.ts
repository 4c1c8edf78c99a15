import { CONFIDENT_SCORE, type QuestionFilter, type VerdictState } from '@cges-fleet/core'
import { REDRAWN } from './deliveries-sql.js'
import { keyedBudgets, type Questioned } from './find-questioned.js'

/** Which questions of an evaluation are meant; `method` is a key. */
export interface Selected {
  readonly filters: readonly QuestionFilter[]
  readonly method: string | null
  readonly verdict: VerdictState | null
  readonly answer: string | null
  readonly text: string | null
}

/** The values of a statement, in the order of their places. */
export class SqlValues {
  readonly values: unknown[] = []

  /** Adds a value and gives its place, such as `$3`. */
  place(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

/**
 * One row with what the newest verdicts of trial `t` of evaluation `e` come to, as `f`: an index scan of its verdicts and
 * of the grades of its question. Aggregates, so that PostgreSQL asks trial by trial and a page ends when it is full.
 */
export function verdictFacts(method: string | null, values: SqlValues): string {
  const own = method === null ? 'true' : `v.method_key = ${values.place(method)}`
  return `
CROSS JOIN LATERAL (
  SELECT count(*)::int AS resolved,
         count(DISTINCT v.answer_key) + coalesce(bool_or(v.answer_key IS NULL), false)::int > 1 AS disagree,
         coalesce(bool_or(${own} AND v.score >= ${CONFIDENT_SCORE} AND a.correct IS NOT TRUE), false) AS confident_wrong,
         coalesce(bool_or(${own}), false) AS own_resolved,
         coalesce(bool_or(${own} AND a.correct), false) AS own_correct,
         coalesce(bool_or(${own} AND a.correct IS NOT TRUE), false) AS own_wrong,
         array_agg(v.answer_key) FILTER (WHERE ${own}) AS own_answers
  FROM (
    SELECT DISTINCT ON (method_key) method_key, calls, answer_key, score, grading_version
    FROM verdict WHERE trial_id = t.id ORDER BY method_key, grading_version DESC
  ) v
  LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position
    AND a.answer_key = v.answer_key AND a.grading_version = v.grading_version
) f`
}

/**
 * Whether a verdict of trial `t` that stopped before its budget differs from the vote over it: SC's own verdict where the
 * evaluation has one at that budget, else the most frequent answer of what was read, ties to the one seen first.
 */
export function wouldFlip(questioned: Questioned, method: string | null, values: SqlValues): string {
  const budgets = values.place(JSON.stringify(keyedBudgets(questioned)))
  const own = method === null ? '' : `AND v.method_key = ${values.place(method)}`
  return `(f.resolved > 0 AND EXISTS (
  SELECT 1 FROM jsonb_to_recordset(${budgets}::jsonb) AS m(budget int, keys text[], sc text)
  JOIN LATERAL (
    (SELECT x.answer_key FROM verdict x WHERE m.sc IS NOT NULL AND x.trial_id = t.id AND x.method_key = m.sc
     ORDER BY x.grading_version DESC LIMIT 1)
    UNION ALL
    (SELECT r.answer_key FROM sample s ${REGRADED}
     CROSS JOIN LATERAL (SELECT ${ANSWER_KEY} AS answer_key) r
     WHERE m.sc IS NULL AND s.trial_id = t.id AND s.state = 'read' AND s.index < m.budget AND r.answer_key IS NOT NULL
     GROUP BY 1 ORDER BY count(*) DESC, min(s.index) LIMIT 1)
  ) later ON true
  JOIN LATERAL (
    SELECT DISTINCT ON (x.method_key) x.method_key, x.calls, x.answer_key FROM verdict x
    WHERE x.trial_id = t.id AND x.method_key = ANY (m.keys) ORDER BY x.method_key, x.grading_version DESC
  ) v ON v.calls < m.budget AND v.answer_key IS DISTINCT FROM later.answer_key ${own}))`
}

/** Joins what the newest regrade made of sample `s`, as `g`. */
export const REGRADED = `LEFT JOIN regraded_sample g ON g.trial_id = s.trial_id AND g.index = s.index AND g.grading_version = e.regraded_to`

/** Sample `s`'s answer in the newest grading; null where it gave none. */
export const ANSWER_KEY = `CASE WHEN coalesce(g.outcome, s.outcome) = 'answer' THEN CASE WHEN g.trial_id IS NULL THEN s.answer_key ELSE g.answer_key END END`

/** The condition of one filter on trial `t`. */
export function filterSql(filter: QuestionFilter, methods: number, flips: () => string): string {
  switch (filter) {
    case 'disagree':
      return 'f.disagree'
    case 'confident-wrong':
      return 'f.confident_wrong'
    case 'would-flip':
      return flips()
    case 'unresolved':
      return `f.resolved < ${methods}`
    case 'blocked':
      return `t.state = 'blocked'`
    case 'redrawn':
      return REDRAWN
    case 'truncated':
      return `EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.outcome = 'truncated' OFFSET 0)`
  }
}

/** All conditions of a selection on trial `t`, joined by AND; the facts `f` must be there. */
export function selectedSql(questioned: Questioned, selected: Selected, values: SqlValues): string {
  const { filters, method, verdict, answer, text } = selected
  const conditions = filters.map((filter) =>
    filterSql(filter, questioned.methods.length, () => wouldFlip(questioned, method, values)),
  )
  if (verdict !== null) conditions.push(verdictSql(verdict, method, values))
  if (answer !== null) conditions.push(`${values.place(answer)} = ANY (f.own_answers)`)
  if (text !== null) conditions.push(textSql(text, values))
  return conditions.length === 0 ? 'true' : conditions.join('\n  AND ')
}

function verdictSql(verdict: VerdictState, method: string | null, values: SqlValues): string {
  switch (verdict) {
    case 'correct':
      return 'f.own_correct'
    case 'wrong':
      return 'f.own_wrong'
    case 'resolved':
      return 'f.own_resolved'
    case 'unresolved':
      return 'NOT f.own_resolved'
    case 'blocked':
      return `EXISTS (SELECT 1 FROM standing s WHERE s.trial_id = t.id AND s.blocked AND s.method_key = ${values.place(method)} OFFSET 0)`
  }
}

function textSql(text: string, values: SqlValues): string {
  const pattern = values.place(`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  return `(t.question_id ILIKE ${pattern} OR (SELECT q.question ILIKE ${pattern} FROM question q
    WHERE q.benchmark_id = e.benchmark_id AND q.position = t.position))`
}

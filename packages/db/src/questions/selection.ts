import { CONFIDENT_SCORE, QuestionFilter, SLOW_TIMES, type VerdictState } from '@cges-fleet/core'
import { agreesSql, keyedBudgets, type Questioned, type Versus, versusSql } from './questioned.js'

/** Which questions of an evaluation are meant; `method` is a key. */
export interface Selected {
  readonly filters: readonly QuestionFilter[]
  readonly method: string | null
  readonly verdict: VerdictState | null
  readonly versus: Versus | null
  readonly answer: string | null
  readonly text: string | null
}

/** How a condition refers to its values in a statement: placeholders such as `$2`, or literals. */
interface ConditionPlaces {
  /** The key of a method; null: all of them. */
  readonly method: string
  /** How many methods there are. */
  readonly methods: string
  /** The methods by budget, as JSON. */
  readonly budgets: string
}

/** The placeholders of `selectedValues`, in its order. A statement's own begin at `$12`. */
const PLACES = {
  evaluation: '$1::uuid',
  method: '$2::text',
  filters: '$3::text[]',
  verdict: '$4::text',
  answer: '$5::text',
  pattern: '$6::text',
  methods: '$7::int',
  budgets: '$8::jsonb',
  versus: '$9::uuid',
  versusMethod: '$10::text',
  agreement: '$11::text',
} as const

/** The id of the evaluation, in a statement that takes `selectedValues`. */
export const EVALUATION = PLACES.evaluation

/** The values that `SELECTED_FACTS` and `SELECTED` take: the first parameters of a statement. */
export function selectedValues(questioned: Questioned, selected: Selected): unknown[] {
  const { filters, method, verdict, versus, answer, text } = selected
  return [
    questioned.id,
    method,
    filters,
    verdict,
    answer,
    text === null ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    questioned.methods.length,
    JSON.stringify(keyedBudgets(questioned)),
    versus?.evaluation ?? null,
    versus?.method ?? null,
    versus?.agreement ?? null,
  ]
}

/**
 * One row `f` of facts about the newest verdicts of trial `t` of evaluation `e`: an index scan of its verdicts and of
 * its question's grades. Aggregates, so that PostgreSQL evaluates it trial by trial and a page ends when it is full.
 */
export function verdictFacts({ method }: Pick<ConditionPlaces, 'method'>): string {
  const isOfMethod = ofMethodSql(method)
  return `
CROSS JOIN LATERAL (
  SELECT count(*)::int AS resolved,
         count(DISTINCT v.answer_key) + coalesce(bool_or(v.answer_key IS NULL), false)::int > 1 AS disagree,
         coalesce(bool_or(${isOfMethod} AND v.score >= ${CONFIDENT_SCORE} AND a.correct IS NOT TRUE), false) AS confident_wrong,
         max(v.score) FILTER (WHERE a.correct IS NOT TRUE AND v.reason <> 'budget') AS surest_wrong,
         coalesce(bool_or(${isOfMethod}), false) AS own_resolved,
         coalesce(bool_or(${isOfMethod} AND a.correct), false) AS own_correct,
         coalesce(bool_or(${isOfMethod} AND a.correct IS NOT TRUE), false) AS own_wrong,
         coalesce(bool_or(${isOfMethod} AND v.answer_key IS NULL), false) AS own_unanswered,
         array_agg(v.answer_key) FILTER (WHERE ${isOfMethod}) AS own_answers
  FROM (
    SELECT DISTINCT ON (method_key) method_key, calls, answer_key, score, reason, grading_version
    FROM verdict WHERE trial_id = t.id ORDER BY method_key, grading_version DESC
  ) v
  LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position
    AND a.answer_key = v.answer_key AND a.grading_version = v.grading_version
) f`
}

/** Whether verdict `v` is the method's; planned with its values, so that nothing is computed without a method. */
function ofMethodSql(method: string): string {
  return `(${method} IS NULL OR v.method_key = ${method})`
}

/** Joins the newest regrade of sample `s`, as `g`. */
export const REGRADED = `LEFT JOIN regraded_sample g ON g.trial_id = s.trial_id AND g.index = s.index AND g.grading_version = e.regraded_to`

/** Sample `s`'s answer in the newest grading; null if it gave none. */
export const ANSWER_KEY = `CASE WHEN coalesce(g.outcome, s.outcome) = 'answer' THEN CASE WHEN g.trial_id IS NULL THEN s.answer_key ELSE g.answer_key END END`

/**
 * Whether a verdict of trial `t` that stopped early differs from the vote over its whole budget: from SC's verdict if
 * the evaluation has SC at that budget, else from the most frequent answer of what was read, ties to the one seen
 * first. That vote reads every sample of the trial, so it is taken once a budget, and only where a verdict came earlier.
 */
function wouldFlip({ method, budgets }: ConditionPlaces): string {
  return `(f.resolved > 0 AND EXISTS (
  SELECT 1 FROM jsonb_to_recordset(${budgets}) AS m(budget int, keys text[], sc text)
  JOIN LATERAL (
    SELECT array_agg(v.answer_key) AS answers FROM (
      SELECT DISTINCT ON (x.method_key) x.method_key, x.calls, x.answer_key FROM verdict x
      WHERE x.trial_id = t.id AND x.method_key = ANY (m.keys) ORDER BY x.method_key, x.grading_version DESC
    ) v WHERE v.calls < m.budget AND ${ofMethodSql(method)}
  ) early ON early.answers IS NOT NULL
  JOIN LATERAL (
    (SELECT x.answer_key FROM verdict x
     WHERE m.sc IS NOT NULL AND early.answers IS NOT NULL AND x.trial_id = t.id AND x.method_key = m.sc
     ORDER BY x.grading_version DESC LIMIT 1)
    UNION ALL
    (SELECT r.answer_key FROM sample s ${REGRADED}
     CROSS JOIN LATERAL (SELECT (${ANSWER_KEY}) COLLATE "C" AS answer_key) r
     WHERE m.sc IS NULL AND early.answers IS NOT NULL AND s.trial_id = t.id AND s.state = 'read' AND s.index < m.budget
       AND r.answer_key IS NOT NULL
     GROUP BY 1 ORDER BY count(*) DESC, min(s.index) LIMIT 1)
  ) later ON EXISTS (
    SELECT 1 FROM unnest(early.answers) AS a(answer_key) WHERE a.answer_key IS DISTINCT FROM later.answer_key)))`
}

/**
 * Whether a sample of trial `t` took more than one attempt. A correlated subquery: OFFSET keeps it from becoming a
 * join.
 */
const REDRAWN = `EXISTS (SELECT 1 FROM call k WHERE k.trial_id = t.id AND k.kind = 'draw' AND k.fence > 1 OFFSET 0)`

/** Samples looked at for how long one usually takes. */
const USUAL_OF = 2000

/** Whether a sample of trial `t` took many times as long as the evaluation's median, which is computed once. */
const SLOW = `EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.total_ms > (
    SELECT ${SLOW_TIMES} * percentile_cont(0.5) WITHIN GROUP (ORDER BY u.total_ms) FROM (
      SELECT total_ms FROM sample WHERE evaluation_id = ${PLACES.evaluation} AND total_ms IS NOT NULL LIMIT ${USUAL_OF}
    ) u) OFFSET 0)`

/** Whether a member flagged the question of trial `t`. */
const FLAGGED = `EXISTS (SELECT 1 FROM question_comment c
    WHERE c.benchmark_id = e.benchmark_id AND c.position = t.position AND c.flag IS NOT NULL OFFSET 0)`

/** Whether a member said anything of the question of trial `t`. */
const COMMENTED = `EXISTS (SELECT 1 FROM question_comment c
    WHERE c.benchmark_id = e.benchmark_id AND c.position = t.position OFFSET 0)`

/** The condition of one filter on trial `t`; the facts `f` must be there. */
export function filterSql(filter: QuestionFilter, places: ConditionPlaces): string {
  switch (filter) {
    case 'disagree':
      return 'f.disagree'
    case 'confident-wrong':
      return 'f.confident_wrong'
    case 'would-flip':
      return wouldFlip(places)
    case 'unresolved':
      return `f.resolved < ${places.methods}`
    case 'blocked':
      return `t.state = 'blocked'`
    case 'redrawn':
      return REDRAWN
    case 'truncated':
      return `EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.outcome = 'truncated' OFFSET 0)`
    case 'slow':
      return SLOW
    case 'flagged':
      return FLAGGED
    case 'commented':
      return COMMENTED
  }
}

/** The facts about trial `t` that `SELECTED` refers to. */
export const SELECTED_FACTS = verdictFacts(PLACES)

const FILTERED = QuestionFilter.options
  .map((filter) => `(NOT '${filter}' = ANY (${PLACES.filters}) OR ${filterSql(filter, PLACES)})`)
  .join('\n  AND ')

const ENDED = `(${PLACES.verdict} IS NULL OR CASE ${PLACES.verdict}
    WHEN 'correct' THEN f.own_correct
    WHEN 'wrong' THEN f.own_wrong
    WHEN 'unanswered' THEN f.own_unanswered
    WHEN 'resolved' THEN f.own_resolved
    WHEN 'unresolved' THEN NOT f.own_resolved
    WHEN 'blocked' THEN EXISTS (
      SELECT 1 FROM standing s WHERE s.trial_id = t.id AND s.blocked AND s.method_key = ${PLACES.method} OFFSET 0)
  END)`

const HAS_TEXT = `(${PLACES.pattern} IS NULL OR t.question_id ILIKE ${PLACES.pattern}
    OR (SELECT q.question ILIKE ${PLACES.pattern} FROM question q
        WHERE q.benchmark_id = e.benchmark_id AND q.position = t.position))`

/**
 * All conditions of a selection on trial `t`, for a statement with `selectedValues` and `SELECTED_FACTS`. PostgreSQL
 * plans it with those values, and drops the conditions they switch off.
 */
export const SELECTED = `${FILTERED}
  AND ${ENDED}
  AND ${agreesSql(PLACES)}
  AND (${PLACES.answer} IS NULL OR ${PLACES.answer} = ANY (f.own_answers))
  AND ${HAS_TEXT}`

/** The verdict that a selection holds to on page row `p`, as a list of questions tells one. */
export const VERSUS_VERDICT = versusSql(PLACES)

/** Whether a selection matches every question. */
export function selectsAll({ filters, verdict, versus, answer, text }: Selected): boolean {
  return filters.length === 0 && verdict === null && versus === null && answer === null && text === null
}

import type { QuestionVerdict } from '@cges-fleet/core'
import { methodKey } from '@cges-fleet/methods'
import { type Db, query } from '../query.js'
import type { Questioned } from './find-questioned.js'
import { type Selected, selectedSql, SqlValues, verdictFacts } from './selected-sql.js'

/** Trials one request looks at in search of those selected. */
export const LOOKED_AT = 20_000

/** A trial's place in the order of replicates and positions. */
export interface TrialPlace {
  readonly replicate: number
  readonly position: number
}

/** Where to look from, not itself included, and which way; null: from the end that comes first. */
export interface PageFrom {
  readonly place: TrialPlace | null
  readonly backwards: boolean
  readonly rows: number
  readonly lookedAt: number
}

export interface StoredQuestionRow extends TrialPlace {
  readonly questionId: string
  readonly excerpt: string
  readonly state: 'open' | 'closed' | 'blocked'
  readonly samples: number
  readonly verdicts: readonly QuestionVerdict[]
}

export interface StoredQuestionPage {
  /** In the order of replicates and positions, whichever way they were looked for. */
  readonly rows: readonly StoredQuestionRow[]
  /** The last trial looked at, where there may be more beyond it; null where it was the last of all. */
  readonly end: TrialPlace | null
}

/** Reads the trials selected from a place on, without their samples. */
export async function readQuestionPage(
  db: Db,
  questioned: Questioned,
  { selected, from }: { readonly selected: Selected; readonly from: PageFrom },
): Promise<StoredQuestionPage> {
  const values = new SqlValues()
  const order = orderOf(from)
  const window = windowSql(questioned, from, values)
  const facts = verdictFacts(selected.method, values)
  const where = selectedSql(questioned, selected, values)
  const keys = values.place(questioned.methods.map((spec) => methodKey(spec)))
  const sql = `
WITH page AS MATERIALIZED (
  SELECT t.*, e.benchmark_id
  FROM (${window}) t
  JOIN evaluation e ON e.id = t.evaluation_id
  ${facts}
  WHERE ${where}
  ORDER BY ${order} LIMIT ${values.place(from.rows + 1)}
)
${ROWS.replace('$keys', keys)}
ORDER BY ${order.replaceAll('t.', 'p.')}`
  const found = await query<StoredQuestionRow>(db, sql, values.values)
  const rows = found.slice(0, from.rows)
  const end = found.length > from.rows ? (rows.at(-1) ?? null) : await endOfWindow(db, questioned, from)
  return { rows: from.backwards ? rows.toReversed() : rows, end }
}

const orderOf = ({ backwards }: PageFrom) =>
  backwards ? 't.replicate DESC, t.position DESC' : 't.replicate, t.position'

function windowSql({ id }: Questioned, from: PageFrom, values: SqlValues): string {
  const { place, backwards, lookedAt } = from
  const beyond =
    place === null
      ? 'true'
      : `(t.replicate, t.position) ${backwards ? '<' : '>'} (${values.place(place.replicate)}::int, ${values.place(place.position)}::int)`
  return `SELECT t.* FROM trial t WHERE t.evaluation_id = ${values.place(id)} AND ${beyond}
    ORDER BY ${orderOf(from)} LIMIT ${values.place(lookedAt)}`
}

/** The last of as many trials as are looked at; null where there are fewer. */
async function endOfWindow(db: Db, questioned: Questioned, from: PageFrom): Promise<TrialPlace | null> {
  const values = new SqlValues()
  const window = windowSql(questioned, from, values)
  const last = values.place(from.lookedAt - 1)
  const [row] = await query<TrialPlace>(
    db,
    `SELECT t.replicate, t.position FROM (${window}) t ORDER BY ${orderOf(from)} OFFSET ${last} LIMIT 1`,
    values.values,
  )
  return row ?? null
}

const ROWS = `
SELECT p.replicate, p.position, p.question_id AS "questionId", left(q.question, 200) AS excerpt, p.state, p.read AS samples,
       coalesce(w.verdicts, '[]'::jsonb) AS verdicts
FROM page p
JOIN question q ON q.benchmark_id = p.benchmark_id AND q.position = p.position
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'method', m.key, 'state', m.state, 'calls', m.calls, 'answer', left(m.answer, 100), 'correct', m.correct,
           'score', m.score, 'reason', m.reason) ORDER BY array_position($keys::text[], m.key)) AS verdicts
  FROM (
    SELECT v.method_key AS key, 'resolved' AS state, v.calls, v.answer_key AS answer, coalesce(a.correct, false) AS correct,
           v.score, v.reason
    FROM (
      SELECT DISTINCT ON (method_key) * FROM verdict WHERE trial_id = p.id ORDER BY method_key, grading_version DESC
    ) v
    LEFT JOIN answer_grade a ON a.benchmark_id = p.benchmark_id AND a.position = p.position
      AND a.answer_key = v.answer_key AND a.grading_version = v.grading_version
    UNION ALL
    SELECT s.method_key, CASE WHEN s.blocked THEN 'blocked' ELSE 'open' END, s.read_up_to, s.leader, NULL, s.score, NULL
    FROM standing s WHERE s.trial_id = p.id
  ) m
) w ON true`

import type { CommentFlag, QuestionVerdict } from '@cges-fleet/core'
import { methodKey } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { Questioned } from './questioned.js'
import { EVALUATION, type Selected, SELECTED, SELECTED_FACTS, selectedValues, VERSUS_VERDICT } from './selection.js'

/** Trials one request looks at in search of those selected. */
export const LOOKED_AT = 20_000

/** A trial's position in the order of replicates and questions. */
export interface TrialPlace {
  readonly replicate: number
  readonly position: number
}

/** Where to start, exclusive, and in which direction; null: from the end that comes first. */
interface PageFrom {
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
  readonly flags: CommentFlag[]
  readonly commentCount: number
  readonly versus: QuestionVerdict | null
}

interface StoredQuestionPage {
  /** In the order of replicates and positions, in either direction of the search. */
  readonly rows: readonly StoredQuestionRow[]
  /** The last trial looked at, if there may be more beyond it; null if it was the last of all. */
  readonly end: TrialPlace | null
}

/** Selects a page of the matching trials from a position on, without their samples. */
export async function selectQuestionPage(
  db: Db,
  questioned: Questioned,
  selected: Selected,
  from: PageFrom,
): Promise<StoredQuestionPage> {
  const { place, lookedAt, backwards } = from
  const values = [
    ...selectedValues(questioned, selected),
    place?.replicate ?? null,
    place?.position ?? null,
    lookedAt,
    from.rows + 1,
    questioned.methods.map((spec) => methodKey(spec)),
  ]
  const found = backwards
    ? await query<StoredQuestionRow>(db, PAGE.before, values)
    : await query<StoredQuestionRow>(db, PAGE.after, values)
  const rows = found.slice(0, from.rows)
  const end = found.length > from.rows ? (rows.at(-1) ?? null) : await endOfWindow(db, questioned, from)
  return { rows: backwards ? rows.toReversed() : rows, end }
}

/** The last trial of the search window; null if fewer are left. */
async function endOfWindow(db: Db, { id }: Questioned, from: PageFrom): Promise<TrialPlace | null> {
  const { place, lookedAt, backwards } = from
  const values = [id, place?.replicate ?? null, place?.position ?? null, lookedAt]
  const [row] = backwards
    ? await query<TrialPlace>(db, END.before, values)
    : await query<TrialPlace>(db, END.after, values)
  return row ?? null
}

interface Way {
  readonly beyond: '>' | '<'
  readonly order: (of: 't' | 'p') => string
}

const AFTER: Way = { beyond: '>', order: (of) => `${of}.replicate, ${of}.position` }
const BEFORE: Way = { beyond: '<', order: (of) => `${of}.replicate DESC, ${of}.position DESC` }

interface WindowPlaces {
  readonly replicate: string
  readonly position: string
  readonly lookedAt: string
}

function windowSql({ beyond, order }: Way, { replicate, position, lookedAt }: WindowPlaces): string {
  return `SELECT t.* FROM trial t
    WHERE t.evaluation_id = ${EVALUATION}
      AND (${replicate} IS NULL OR (t.replicate, t.position) ${beyond} (${replicate}, ${position}))
    ORDER BY ${order('t')} LIMIT ${lookedAt}`
}

const ROWS = `
SELECT p.replicate, p.position, p.question_id AS "questionId", left(q.question, 200) AS excerpt, p.state, p.read AS samples,
       coalesce(w.verdicts, '[]'::jsonb) AS verdicts, o.verdict AS versus, r.flags, r."commentCount"
FROM page p
JOIN question q ON q.benchmark_id = p.benchmark_id AND q.position = p.position
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'method', m.key, 'state', m.state, 'calls', m.calls, 'answer', left(m.answer, 100), 'correct', m.correct,
           'score', m.score, 'otherScore', m.other_score, 'reason', m.reason) ORDER BY array_position($16::text[], m.key)) AS verdicts
  FROM (
    SELECT v.method_key AS key, 'resolved' AS state, v.calls, v.answer_key AS answer, coalesce(a.correct, false) AS correct,
           v.score, v.other_score, v.reason
    FROM (
      SELECT DISTINCT ON (method_key) * FROM verdict WHERE trial_id = p.id ORDER BY method_key, grading_version DESC
    ) v
    LEFT JOIN answer_grade a ON a.benchmark_id = p.benchmark_id AND a.position = p.position
      AND a.answer_key = v.answer_key AND a.grading_version = v.grading_version
    UNION ALL
    SELECT s.method_key, CASE WHEN s.blocked THEN 'blocked' ELSE 'open' END, s.read_up_to, s.leader, NULL, s.score, NULL, NULL
    FROM standing s WHERE s.trial_id = p.id
  ) m
) w ON true
LEFT JOIN LATERAL (${VERSUS_VERDICT}) o ON true
CROSS JOIN LATERAL (
  SELECT count(*)::int AS "commentCount", coalesce(array_agg(DISTINCT c.flag) FILTER (WHERE c.flag IS NOT NULL), '{}') AS flags
  FROM question_comment c WHERE c.benchmark_id = p.benchmark_id AND c.position = p.position
) r`

const pageSql = (way: Way) => `
WITH page AS MATERIALIZED (
  SELECT t.*, e.benchmark_id
  FROM (${windowSql(way, { replicate: '$12::int', position: '$13::int', lookedAt: '$14::int' })}) t
  JOIN evaluation e ON e.id = t.evaluation_id
  ${SELECTED_FACTS}
  WHERE ${SELECTED}
  ORDER BY ${way.order('t')} LIMIT $15::int
)
${ROWS}
ORDER BY ${way.order('p')}`

const PAGE = { after: pageSql(AFTER), before: pageSql(BEFORE) }

const endSql = (way: Way) => `
SELECT t.replicate, t.position
FROM (${windowSql(way, { replicate: '$2::int', position: '$3::int', lookedAt: '$4::int' })}) t
ORDER BY ${way.order('t')} OFFSET $4::int - 1 LIMIT 1`

const END = { after: endSql(AFTER), before: endSql(BEFORE) }

/** Trials looked at on either side. */
const NEIGHBOURS_LOOKED_AT = 5_000

/** The trials next to one; null if none was found among those looked at. */
interface Neighbours {
  readonly previous: TrialPlace | null
  readonly next: TrialPlace | null
  readonly secondPrevious: TrialPlace | null
  readonly secondNext: TrialPlace | null
  readonly previousDisagreement: TrialPlace | null
  readonly nextDisagreement: TrialPlace | null
}

const DISAGREEING: Selected = {
  filters: ['disagree'],
  method: null,
  verdict: null,
  versus: null,
  answer: null,
  text: null,
}

/** Finds the trials next to one: the nearest selected, and the nearest on which methods disagree. */
export async function findNeighbours(
  db: Db,
  questioned: Questioned,
  place: TrialPlace,
  selected: Selected,
): Promise<Neighbours> {
  const neighbours = async (selected: Selected, backwards: boolean, count: 1 | 2): Promise<TrialPlace[]> => {
    const from = { place, backwards, rows: count, lookedAt: NEIGHBOURS_LOOKED_AT }
    const { rows } = await selectQuestionPage(db, questioned, selected, from)
    const nearest = backwards ? rows.toReversed() : rows
    return nearest.map(({ position, replicate }) => ({ position, replicate }))
  }
  const [previous = null, secondPrevious = null] = await neighbours(selected, true, 2)
  const [next = null, secondNext = null] = await neighbours(selected, false, 2)
  const [previousDisagreement = null] = await neighbours(DISAGREEING, true, 1)
  const [nextDisagreement = null] = await neighbours(DISAGREEING, false, 1)
  return { previous, next, secondPrevious, secondNext, previousDisagreement, nextDisagreement }
}

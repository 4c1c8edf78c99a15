import type { AnswerKind } from '@cges-fleet/answers'
import { type Db, query } from '../query.js'

/** One distinct answer of a question, with the reference answer it is to be compared with. */
export interface UngradedAnswer {
  readonly position: number
  readonly kind: AnswerKind
  readonly answerKey: string
  readonly rawAnswer: string | null
  /**
   * The key that grading compares, in the version asked for; null if votes compare spellings, or another version
   * computed it.
   */
  readonly key: string | null
  readonly gold: string
  /** The reference answer's key in that version; null if another version computed it. */
  readonly goldKey: string | null
}

export interface AnswerGrade {
  readonly position: number
  readonly answerKey: string
  readonly correct: boolean
}

interface Which {
  readonly evaluationId: string
  readonly gradingVersion: number
}

/**
 * Selects the answers of some trials that have no grade of this version yet. Nothing that decides reads them. Trials
 * are found by id alone: filtered by evaluation too, PostgreSQL would scan all of them until it has statistics on a
 * young evaluation.
 */
export async function ungradedAnswers(tx: Db, which: Which, trialIds: readonly string[]): Promise<UngradedAnswer[]> {
  return query<UngradedAnswer>(tx, UNGRADED, [which.evaluationId, which.gradingVersion, trialIds])
}

/** Stores grades, once for each distinct answer of a question. */
export async function writeGrades(tx: Db, which: Which, grades: readonly AnswerGrade[]): Promise<void> {
  if (grades.length > 0) await query(tx, WRITE, [which.evaluationId, which.gradingVersion, JSON.stringify(grades)])
}

/** Each look-up is by key: joined, a benchmark's reference answers and grades would be read whole, once for each answer. */
const UNGRADED = `
WITH answered AS MATERIALIZED (
  SELECT DISTINCT ON (t.position, s.answer_key) t.position, s.answer_key, s.raw_answer, s.grading_version
  FROM unnest($3::uuid[]) AS w(id)
  CROSS JOIN LATERAL (SELECT position FROM trial WHERE id = w.id OFFSET 0) t
  CROSS JOIN LATERAL (
    SELECT answer_key, raw_answer, grading_version FROM sample
    WHERE trial_id = w.id AND state = 'read' AND answer_key IS NOT NULL OFFSET 0) s
  ORDER BY t.position, s.answer_key
)
SELECT s.position, b.answer_kind AS kind, s.answer_key AS "answerKey", s.raw_answer AS "rawAnswer", g.answer AS gold,
       CASE WHEN NOT coalesce((e.spec -> 'paper')::boolean, false) AND s.grading_version = $2 THEN s.answer_key END AS key,
       CASE WHEN g.grading_version = $2 THEN g.answer_key END AS "goldKey"
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id
CROSS JOIN answered s
CROSS JOIN LATERAL (
  SELECT answer, answer_key, grading_version FROM gold
  WHERE benchmark_id = e.benchmark_id AND position = s.position OFFSET 0) g
WHERE e.id = $1 AND (
  SELECT true FROM answer_grade a WHERE a.benchmark_id = e.benchmark_id AND a.position = s.position
  AND a.answer_key = s.answer_key AND a.grading_version = $2) IS NULL
ORDER BY s.position, s.answer_key`

const WRITE = `
INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
SELECT e.team_id, e.benchmark_id, g.position, g."answerKey", $2, g.correct
FROM evaluation e, jsonb_to_recordset($3::jsonb) AS g(position int, "answerKey" text, correct boolean)
WHERE e.id = $1
ON CONFLICT DO NOTHING`

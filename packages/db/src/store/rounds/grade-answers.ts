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

const UNGRADED = `
SELECT DISTINCT ON (t.position, s.answer_key) t.position, b.answer_kind AS kind, s.answer_key AS "answerKey",
       s.raw_answer AS "rawAnswer", g.answer AS gold,
       CASE WHEN NOT coalesce((e.spec -> 'paper')::boolean, false) AND s.grading_version = $2 THEN s.answer_key END AS key,
       CASE WHEN g.grading_version = $2 THEN g.answer_key END AS "goldKey"
FROM unnest($3::uuid[]) AS w(id)
JOIN trial t ON t.id = w.id
JOIN evaluation e ON e.id = $1
JOIN benchmark b ON b.id = e.benchmark_id
JOIN sample s ON s.trial_id = t.id AND s.state = 'read' AND s.answer_key IS NOT NULL
JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
WHERE NOT EXISTS (
  SELECT 1 FROM answer_grade a WHERE a.benchmark_id = e.benchmark_id AND a.position = t.position
  AND a.answer_key = s.answer_key AND a.grading_version = $2)
ORDER BY t.position, s.answer_key`

const WRITE = `
INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
SELECT e.team_id, e.benchmark_id, g.position, g."answerKey", $2, g.correct
FROM evaluation e, jsonb_to_recordset($3::jsonb) AS g(position int, "answerKey" text, correct boolean)
WHERE e.id = $1
ON CONFLICT DO NOTHING`

import type { StoredPage } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { LACKING } from './lacking.js'
import { type Db, query } from '../query.js'

/** Questions per page: each has at most 512 ranges. */
const QUESTIONS = 500

/** A page, or why there is none. */
export type StoredSoFar =
  | { readonly kind: 'page'; readonly page: StoredPage }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not imported' }

interface Row {
  readonly questionId: string
  readonly position: number
  readonly from: number
  readonly to: number
}

/**
 * Selects which samples of an imported evaluation are stored, without their texts, so that a resumed sender can skip
 * them; `after` is the previous page's `next`.
 */
export async function selectStoredPage(
  db: Db,
  team: TeamId,
  evaluationId: string,
  after: number | null,
): Promise<StoredSoFar> {
  const [own] = await query<{ imported: boolean }>(db, OWN, [team, evaluationId])
  if (own?.imported !== true) return { kind: own === undefined ? 'unknown' : 'not imported' }
  const rows = await query<Row>(db, STRETCHES, [team, evaluationId, after ?? -1, QUESTIONS, LACKING])
  const byQuestion = new Map<string, { from: number; to: number }[]>()
  for (const { questionId, from, to } of rows) {
    byQuestion.set(questionId, [...(byQuestion.get(questionId) ?? []), { from, to }])
  }
  const questions = [...byQuestion].map(([questionId, stretches]) => ({ questionId, stretches }))
  const next = questions.length < QUESTIONS ? null : (rows.at(-1)?.position ?? null)
  return { kind: 'page', page: { questions, next } }
}

const OWN = `SELECT source IS NOT NULL AS imported FROM evaluation WHERE team_id = $1 AND id = $2`

/** Consecutive indices have the same difference from their rank (gaps and islands). */
const STRETCHES = `
WITH page AS (
  SELECT t.id, t.position, t.question_id FROM trial t
  WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.position > $3
    AND EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.error IS DISTINCT FROM $5)
  ORDER BY t.position LIMIT $4
), ranked AS (
  SELECT p.question_id, p.position, s.index, s.index - row_number() OVER (PARTITION BY p.id ORDER BY s.index) AS stretch
  FROM page p JOIN sample s ON s.trial_id = p.id
  WHERE s.error IS DISTINCT FROM $5
)
SELECT question_id AS "questionId", position, min(index) AS "from", max(index) AS "to" FROM ranked
GROUP BY question_id, position, stretch ORDER BY position, "from"`

import type { NewComment } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import { QuestionCommentEntity, type QuestionCommentRow } from '../schema/comment.js'

/** Comments that one question may have, and those of one benchmark: more than anybody reads. */
export const MOST_OF_QUESTION = 50
export const MOST_OF_BENCHMARK = 10_000

/** A comment as it is stored. */
export type StoredComment = Omit<QuestionCommentRow, 'teamId' | 'benchmarkId'>

/** Which question a comment is on. */
type CommentedQuestion = Pick<QuestionCommentRow, 'benchmarkId' | 'position'>

const SELECT_COMMENT = `
SELECT c.id, c.position, c.text, c.flag, c.created_by AS "createdBy", c.created_at AS "createdAt", c.edited_at AS "editedAt"
FROM question_comment c WHERE c.team_id = $1`

/** Writes a comment on a question; null if it, or its benchmark, has as many as it may. */
export function addComment(
  db: Database,
  team: TeamId,
  { benchmarkId, position, text, flag, by }: NewComment & CommentedQuestion & { readonly by: string | null },
): Promise<StoredComment | null> {
  return transaction(db, async (tx) => {
    // Comments added at the same moment would each be counted without the others.
    await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('comments of ' || $1, 0))`, [benchmarkId])
    const [kept] = await query<{ question: number; benchmark: number }>(
      tx,
      `SELECT (count(*) FILTER (WHERE c.position = $2))::int AS question, count(*)::int AS benchmark
       FROM question_comment c WHERE c.benchmark_id = $1`,
      [benchmarkId, position],
    )
    if ((kept?.question ?? 0) >= MOST_OF_QUESTION || (kept?.benchmark ?? 0) >= MOST_OF_BENCHMARK) return null
    const id = newId()
    const row = { id, teamId: team, benchmarkId, position, text, flag, createdBy: by }
    await tx.getRepository(QuestionCommentEntity).insert(row)
    return findComment(tx, team, id)
  })
}

/** Finds a comment of a team; null if there is none. */
export async function findComment(db: Db, team: TeamId, id: string): Promise<StoredComment | null> {
  const [row] = await query<StoredComment>(db, `${SELECT_COMMENT} AND c.id = $2`, [team, id])
  return row ?? null
}

/** Lists the comments on some questions of a benchmark, oldest first. */
export async function listComments(
  db: Db,
  team: TeamId,
  { benchmarkId, positions }: Pick<CommentedQuestion, 'benchmarkId'> & { readonly positions: readonly number[] },
): Promise<StoredComment[]> {
  return query<StoredComment>(
    db,
    `${SELECT_COMMENT} AND c.benchmark_id = $2 AND c.position = ANY ($3::int[]) ORDER BY c.position, c.id`,
    [team, benchmarkId, positions],
  )
}

/** Replaces what a comment says; null if there is none. */
export async function editComment(
  db: Db,
  team: TeamId,
  { id, text, flag }: NewComment & { readonly id: string },
): Promise<StoredComment | null> {
  await db.getRepository(QuestionCommentEntity).update({ teamId: team, id }, { text, flag, editedAt: () => 'now()' })
  return findComment(db, team, id)
}

/** Deletes a comment. */
export async function deleteComment(db: Db, team: TeamId, id: string): Promise<void> {
  await db.getRepository(QuestionCommentEntity).delete({ teamId: team, id })
}

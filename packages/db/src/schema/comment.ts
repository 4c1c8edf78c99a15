import type { CommentFlag } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { entity } from './entity.js'

/** What a member of a team says of a question, in whichever evaluation it is read. */
export interface QuestionCommentRow {
  readonly id: string
  readonly teamId: TeamId
  readonly benchmarkId: string
  readonly position: number
  readonly text: string
  readonly flag: CommentFlag | null
  /** The name of the key that wrote it; null on a fleet without sign-in. */
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly editedAt: Date | null
}

export const QuestionCommentEntity = entity<QuestionCommentRow>({
  name: 'question_comment',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    benchmarkId: { type: 'uuid' },
    position: { type: 'int' },
    text: { type: 'text' },
    flag: { type: 'text', nullable: true },
    createdBy: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    editedAt: { type: 'timestamptz', nullable: true },
  },
  foreignKeys: [
    {
      target: 'question',
      columnNames: ['teamId', 'benchmarkId', 'position'],
      referencedColumnNames: ['teamId', 'benchmarkId', 'position'],
    },
  ],
  checks: [
    { expression: 'char_length(text) <= 1000' },
    { expression: "flag IN ('wrong-reference', 'ambiguous', 'other')" },
    { expression: "text <> '' OR flag IS NOT NULL" },
  ],
})

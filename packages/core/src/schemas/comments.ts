import { z } from 'zod'

/** What a member may find wrong with a question. */
export const CommentFlag = z.enum(['wrong-reference', 'ambiguous', 'other'])
export type CommentFlag = z.infer<typeof CommentFlag>

const flag = CommentFlag.nullable().describe('what is wrong with the question; null where nothing is')

/** A comment on a question of a benchmark; with a flag, its text may be empty. */
export const NewComment = z
  .strictObject({ text: z.string().trim().max(1000).default(''), flag: flag.default(null) })
  .refine(({ text, flag }) => text !== '' || flag !== null, {
    path: ['text'],
    message: 'write a comment or choose a flag',
  })
export type NewComment = z.infer<typeof NewComment>

/** A comment on a question, as a team's members read it. */
export const QuestionComment = z.object({
  id: z.string(),
  text: z.string().nullable().describe('null where it is withheld with the question'),
  flag,
  createdBy: z.string().nullable().describe('the name of the key that wrote it; null on a fleet without sign-in'),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  mayChange: z.boolean().describe('whether the caller may edit and delete it'),
})
export type QuestionComment = z.infer<typeof QuestionComment>

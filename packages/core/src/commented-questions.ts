import type { QuestionComment } from './schemas/comments.js'
import type { QuestionPage, QuestionView } from './schemas/question-view.js'

/** A question with what a team's members say of it. */
export interface CommentedQuestion {
  readonly position: number
  readonly questionId: string
  /** How the question begins; null where it is withheld. */
  readonly excerpt: string | null
  readonly comments: readonly Pick<QuestionComment, 'flag' | 'text' | 'createdBy' | 'createdAt'>[]
}

/** The questions of an evaluation that were commented on or flagged, the first of them. */
export interface CommentedQuestions {
  readonly questions: readonly CommentedQuestion[]
  /** Whether there are others. */
  readonly hasMore: boolean
}

/** The most questions that a report shows comments of. */
export const MOST_COMMENTED = 20

/** How the questions are read: a page of those that the filter `commented` finds, and one of them with its comments. */
interface Reading {
  readonly list: () => Promise<Pick<QuestionPage, 'questions' | 'next'>>
  readonly read: (position: number, replicate: number) => Promise<Pick<QuestionView, 'comments'>>
}

/** Reads what a team's members say of an evaluation's questions, for a report; each question once. */
export async function readCommented({ list, read }: Reading): Promise<CommentedQuestions> {
  const { questions, next } = await list()
  const distinct = questions.filter(
    ({ position }, at) => questions.findIndex((each) => each.position === position) === at,
  )
  const commented: CommentedQuestion[] = []
  for (const { position, replicate, questionId, excerpt } of distinct.slice(0, MOST_COMMENTED)) {
    const { comments } = await read(position, replicate)
    const said = comments.map(({ flag, text, createdBy, createdAt }) => ({ flag, text, createdBy, createdAt }))
    commented.push({ position, questionId, excerpt, comments: said })
  }
  return { questions: commented, hasMore: next !== null || distinct.length > MOST_COMMENTED }
}

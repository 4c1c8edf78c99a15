import { QuestionCounts, QuestionPage, QuestionView } from '@cges-fleet/core'
import { cache } from 'react'
import { type QuestionAt, questionCountsPath, questionPath, questionsPath } from './question-paths'
import { type ApiAnswer, readApi } from './read-api'

type Query = Readonly<Record<string, string>>

/** Counting reads every verdict, once; the page does not wait for it. */
const COUNT_MS = 60_000

/** Reads a page of an evaluation's questions. */
export function readQuestions(id: string, query: Query): Promise<ApiAnswer<QuestionPage>> {
  return readApi(questionsPath(id, query), QuestionPage)
}

/** Counts the questions that a selection and each filter find; once per request, however many parts of the page ask. */
export const readQuestionCounts = cache((id: string, query: Query): Promise<ApiAnswer<QuestionCounts>> =>
  readApi(questionCountsPath(id, query), QuestionCounts, COUNT_MS),
)

/** Reads one question with its samples and verdicts. */
export function readQuestion(id: string, at: QuestionAt, query: Query): Promise<ApiAnswer<QuestionView>> {
  return readApi(questionPath(id, at, query), QuestionView)
}

import type { QuestionCounts, QuestionPage, QuestionView } from '@cges-fleet/core'
import { type Asking, CountQuestions, ListQuestions, GetQuestion } from '@cges-fleet/core/contract'
import { cache } from 'react'
import type { QuestionAt } from '../questions/question-at'
import type { Selection } from '../questions/selection'
import { type ApiAnswer, fetchApi, fetchApiWithin } from './fetch-api'

/** Counting reads every verdict, once; the page does not wait for it. */
const COUNT_MS = 60_000

/** Reads a page of an evaluation's questions: the first, or the one after or before a place. */
export function fetchQuestions(
  id: string,
  { after, before, ...selection }: Selection & { readonly after?: string; readonly before?: string },
): Promise<ApiAnswer<QuestionPage>> {
  return fetchApi(ListQuestions, { path: { id }, query: { ...asked(selection), after, before } })
}

/** Counts the questions that a selection and each filter find; once per request, however many parts of the page ask. */
export const fetchQuestionCounts = cache((id: string, selection: Selection): Promise<ApiAnswer<QuestionCounts>> =>
  fetchApiWithin(COUNT_MS, CountQuestions, { path: { id }, query: asked(selection) }),
)

/** Reads one question with its samples and verdicts. */
export function fetchQuestion(
  id: string,
  { position, replicate }: QuestionAt,
  selection: Selection,
): Promise<ApiAnswer<QuestionView>> {
  const place = { id, position: String(position) }
  return fetchApi(GetQuestion, { path: place, query: { ...asked(selection), replicate: String(replicate) } })
}

type Query = NonNullable<Asking<typeof CountQuestions>['query']>

/** Passes an address's values to the API unchecked: it validates each and names the one that is wrong. */
function asked(selection: Selection): Query {
  return selection as Query
}

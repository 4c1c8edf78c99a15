import {
  type AccountsView,
  type BenchmarkView,
  type Comparison,
  type ComparisonStatistics,
  type EvaluationPage,
  EvaluationSpec,
  type EvaluationStatistics,
  type EvaluationView,
  type LabelsInUse,
  type PoolShares,
  type PoolView,
  type Problem,
  type QuestionCounts,
  type QuestionPage,
  type QuestionView,
  type SavedComparison,
  type SessionView,
  type SharedStatistics,
  type SharedView,
  type SuiteList,
  type WebhookList,
} from '@cges-fleet/core'
import {
  type Asking,
  CountQuestions,
  GetAccounts,
  GetComparison,
  GetEvaluation,
  GetLabels,
  GetPoolShares,
  GetQuestion,
  GetSession,
  GetShared,
  GetSharedStatistics,
  GetSpec,
  GetStatistics,
  JudgeComparison,
  ListBenchmarks,
  ListEvaluations,
  ListPools,
  ListQuestions,
  ListSavedComparisons,
  ListSuites,
  ListWebhooks,
} from '@cges-fleet/core/contract'
import { cache } from 'react'
import { queryOf, type ComparedQuery } from '../addresses/comparisons'
import type { ListAsking } from '../addresses/evaluations'
import type { QuestionAt, Selection } from '../addresses/questions'
import { type ApiAnswer, fetchApi, fetchApiWithin, fetchByLink } from './fetch-api'

/** Reads one page of the evaluations that a query finds. */
export function fetchEvaluations(query: ListAsking): Promise<ApiAnswer<EvaluationPage>> {
  return fetchApi(ListEvaluations, { query })
}

/** Reads one evaluation as its page shows it; once per request, however many parts of the page ask. */
export const fetchEvaluation = cache((id: string): Promise<ApiAnswer<EvaluationView>> =>
  fetchApi(GetEvaluation, { path: { id } }),
)

/** The longest a page waits: computing statistics takes seconds the first time, later they are cached. */
const PATIENCE_MS = 600

/** Reads an evaluation's statistics if they are there at once; null if they are not, and the page asks again itself. */
export async function fetchStatistics(id: string): Promise<EvaluationStatistics | null> {
  const answer = await fetchApiWithin(PATIENCE_MS, GetStatistics, { path: { id } })
  return answer.ok ? answer.value : null
}

/** Counting reads every verdict, once; the page does not wait for it. */
const COUNT_MS = 60_000

/** Reads a page of an evaluation's questions: the first, or the one after or before a place. */
export function fetchQuestions(
  id: string,
  { after, before, ...selection }: Selection & { readonly after?: string; readonly before?: string },
): Promise<ApiAnswer<QuestionPage>> {
  return fetchApi(ListQuestions, { path: { id }, query: { ...selectionQuery(selection), after, before } })
}

/** Counts the questions that a selection and each filter find; once per request, however many parts of the page ask. */
export const fetchQuestionCounts = cache((id: string, selection: Selection): Promise<ApiAnswer<QuestionCounts>> =>
  fetchApiWithin(COUNT_MS, CountQuestions, { path: { id }, query: selectionQuery(selection) }),
)

/** Reads one question with its samples and verdicts. */
export function fetchQuestion(
  id: string,
  { position, replicate }: QuestionAt,
  selection: Selection,
): Promise<ApiAnswer<QuestionView>> {
  const place = { id, position: String(position) }
  return fetchApi(GetQuestion, { path: place, query: { ...selectionQuery(selection), replicate: String(replicate) } })
}

type Query = NonNullable<Asking<typeof CountQuestions>['query']>

/** Passes an address's values to the API unchecked: it validates each and names the one that is wrong. */
function selectionQuery(selection: Selection): Query {
  return selection as Query
}

/** The longest a page waits for intervals: computing them takes seconds the first time, later they are cached. */

/** Reads evaluations side by side, with counted pairs. */
export function fetchComparison(query: ComparedQuery): Promise<ApiAnswer<Comparison>> {
  return fetchApi(GetComparison, { query: comparisonQuery(query) })
}

/** Fetches the judgements of the differences if they are ready; null if not, and the page requests them itself. */
export async function fetchJudgements(query: ComparedQuery): Promise<ComparisonStatistics | null> {
  const answer = await fetchApiWithin(PATIENCE_MS, JudgeComparison, { query: comparisonQuery(query) })
  return answer.ok ? answer.value : null
}

/** Reads a page of the team's suites. */
export function fetchSuites(after: string | undefined): Promise<ApiAnswer<SuiteList>> {
  return fetchApi(ListSuites, { query: { after } })
}

type ComparisonQuery = NonNullable<Asking<typeof GetComparison>['query']>

/** Passes an address's values to the API unchecked: it validates each and names the one that is wrong. */
function comparisonQuery(query: ComparedQuery): ComparisonQuery {
  return queryOf(query) as ComparisonQuery
}

/** The choices available; a kind that cannot be loaded is empty. */
export interface Choices {
  readonly benchmarks: readonly BenchmarkView[]
  readonly pools: readonly PoolView[]
  readonly labels: LabelsInUse
  readonly webhooks: WebhookList['webhooks']
  /** Why there are no choices, if they could not be loaded. */
  readonly problem: Problem | null
}

/** Reads the benchmarks, pools, owners and tags that a page offers. */
export async function fetchChoices(): Promise<Choices> {
  const [benchmarks, pools, labels, webhooks] = await Promise.all([
    fetchApi(ListBenchmarks),
    fetchApi(ListPools),
    fetchApi(GetLabels),
    fetchApi(ListWebhooks),
  ])
  return {
    benchmarks: benchmarks.ok ? benchmarks.value.benchmarks : [],
    pools: pools.ok ? pools.value.pools : [],
    problem: benchmarks.ok ? (pools.ok ? null : pools.problem) : benchmarks.problem,
    labels: labels.ok ? labels.value : { owners: [], tags: [] },
    webhooks: webhooks.ok ? webhooks.value.webhooks : [],
  }
}

/** Reads what would submit an evaluation once more. */
export async function fetchOriginal(id: string): Promise<ApiAnswer<EvaluationSpec>> {
  const answer = await fetchApi(GetSpec, { path: { id } })
  return answer.ok ? { ok: true, value: EvaluationSpec.parse(answer.value) } : answer
}

/** Reads how near its limits the team is; null if that cannot be read. */
export async function fetchAccounts(): Promise<AccountsView['limits'] | null> {
  const answer = await fetchApi(GetAccounts)
  return answer.ok ? answer.value.limits : null
}

/** Reads who is signed in; null while the API does not answer. */
export const fetchSession = cache(async (): Promise<SessionView | null> => {
  const answer = await fetchApi(GetSession)
  return answer.ok ? answer.value : null
})

/** Whether the reader may submit, change and share. */
export async function fetchMayWrite(): Promise<boolean> {
  return (await fetchSession())?.caller?.scopes.includes('evaluations:write') === true
}

/** Reads who uses a pool, the first there is unless one is named; null if it cannot be read, or there is none. */
export async function fetchPoolShares(name: string | undefined): Promise<PoolShares | null> {
  const pools = name === undefined ? await fetchApi(ListPools) : null
  const pool = name ?? (pools?.ok === true ? pools.value.pools[0]?.name : undefined)
  if (pool === undefined) return null
  const shares = await fetchApi(GetPoolShares, { path: { pool } })
  return shares.ok ? shares.value : null
}

/** Reads the comparisons that the team keeps; none if they cannot be read. */
export async function fetchSavedComparisons(): Promise<readonly SavedComparison[]> {
  const answer = await fetchApi(ListSavedComparisons)
  return answer.ok ? answer.value.comparisons : []
}

/** Reads what a share link shows; once per request, however many parts of the page ask. */
export const fetchShared = cache((token: string): Promise<ApiAnswer<SharedView>> =>
  fetchByLink(SHARED_MS, GetShared, token),
)

const SHARED_MS = 10_000

/** The longest the page of a share link waits: it is read again until they are there. */
const SHARED_PATIENCE_MS = 3_000

/** Reads what the figures of a share link are worth; null if that takes longer than a page can wait. */
export async function fetchSharedStatistics(token: string): Promise<SharedStatistics | null> {
  const answer = await fetchByLink(SHARED_PATIENCE_MS, GetSharedStatistics, token)
  return answer.ok ? answer.value : null
}

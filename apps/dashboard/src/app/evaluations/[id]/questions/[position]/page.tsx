import type { EvaluationView, Problem, QuestionView } from '@cges-fleet/core'
import { readsSignal } from '@cges-fleet/methods'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ApiAnswer } from '../../../../../api/fetch-api'
import { fetchEvaluation, fetchMayWrite, fetchQuestion } from '../../../../../api/reads'
import { KeepFresh } from '../../../../../ui/shell/keep-fresh'
import { ProblemPanel } from '../../../../../ui/shell/problem-panel'
import { QuestionArticle } from '../../../../../views/questions/question-article'
import { questionAddress, type SearchParams, selectionIn, valueIn } from '../../../../../addresses/questions'

interface Props {
  readonly params: Promise<{ id: string; position: string }>
  readonly searchParams: Promise<SearchParams>
}

export const dynamic = 'force-dynamic'

const EVERY_MS = 4_000

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Question ${(await params).position}` }
}

export default async function Page({ params, searchParams }: Props) {
  const [{ id, position }, query] = await Promise.all([params, searchParams])
  const selection = selectionIn(query)
  const at = { position: Number(position), replicate: Number(valueIn(query, 'replicate') ?? 0) }
  if (!Number.isInteger(at.position) || !Number.isInteger(at.replicate)) notFound()
  const [evaluation, question, mayWrite] = await Promise.all([
    fetchEvaluation(id),
    fetchQuestion(id, at, selection),
    fetchMayWrite(),
  ])
  const problem = problemOf([evaluation, question])
  if (problem?.status === 404) notFound()
  const isOpen =
    question.ok && question.value.state === 'open' && evaluation.ok && evaluation.value.status === 'running'
  return (
    <KeepFresh
      key={`${at.replicate}.${at.position}`}
      everyMs={problem !== null || isOpen ? EVERY_MS : null}
      problem={problem}
      renderedAt={Date.now()}
    >
      {evaluation.ok && question.ok ? (
        <Question evaluation={evaluation.value} view={question.value} query={query} mayWrite={mayWrite} />
      ) : (
        problem && (
          <ProblemPanel problem={problem} retry={questionAddress(id, at, {})} page={`Question ${at.position}`} />
        )
      )}
    </KeepFresh>
  )
}

function problemOf(answers: readonly ApiAnswer<unknown>[]): Problem | null {
  const failed = answers.find(({ ok }) => !ok)
  return failed === undefined || failed.ok ? null : failed.problem
}

interface QuestionProps {
  readonly evaluation: EvaluationView
  readonly view: QuestionView
  readonly query: SearchParams
  readonly mayWrite: boolean
}

function Question({ evaluation, view, query, mayWrite }: QuestionProps) {
  const { id, status, reason, name, pool, methods, replicates, samples, provenance, simulated, source } = evaluation
  const of = { provenance, simulated, source }
  const shown = { m: valueIn(query, 'm'), i: valueIn(query, 'i'), g: valueIn(query, 'g'), tab: valueIn(query, 'tab') }
  return (
    <QuestionArticle
      evaluation={{ id, name, status, reason, pool, methods, replicates, samples, ...of }}
      view={view}
      selection={selectionIn(query)}
      shown={shown}
      signals={Object.fromEntries(methods.map(({ key, spec }) => [key, readsSignal(spec)]))}
      mayWrite={mayWrite}
    />
  )
}

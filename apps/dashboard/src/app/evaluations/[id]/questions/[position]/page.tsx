import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fetchEvaluation } from '../../../../../api/fetch-evaluation'
import { fetchQuestion } from '../../../../../api/fetch-questions'
import { ProblemPanel } from '../../../../../frame/problem-panel'
import { QuestionArticle } from '../../../../../questions/question-article'
import { RefreshWhileOpen } from '../../../../../questions/refresh-while-open'
import { questionAddress, type SearchParams, selectionIn, valueIn } from '../../../../../questions/selection'

interface Props {
  readonly params: Promise<{ id: string; position: string }>
  readonly searchParams: Promise<SearchParams>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Question ${(await params).position}` }
}

export default async function Page({ params, searchParams }: Props) {
  const [{ id, position }, asked] = await Promise.all([params, searchParams])
  const selection = selectionIn(asked)
  const at = { position: Number(position), replicate: Number(valueIn(asked, 'replicate') ?? 0) }
  if (!Number.isInteger(at.position) || !Number.isInteger(at.replicate)) notFound()
  const [evaluation, question] = await Promise.all([fetchEvaluation(id), fetchQuestion(id, at, selection)])
  for (const answer of [evaluation, question]) {
    if (answer.ok) continue
    if (answer.problem.status === 404) notFound()
    return <ProblemPanel problem={answer.problem} retry={questionAddress(id, at, {})} />
  }
  if (!evaluation.ok || !question.ok) notFound()
  const { status, reason, name, pool, methods, replicates, samples, provenance, simulated, source } = evaluation.value
  const of = { provenance, simulated, source }
  const shown = { m: valueIn(asked, 'm'), i: valueIn(asked, 'i'), g: valueIn(asked, 'g'), tab: valueIn(asked, 'tab') }
  return (
    <>
      {question.value.state === 'open' && status === 'running' ? <RefreshWhileOpen /> : null}
      <QuestionArticle
        key={`${at.replicate}.${at.position}`}
        evaluation={{ id, name, status, reason, pool, methods, replicates, samples, ...of }}
        view={question.value}
        selection={selection}
        shown={shown}
      />
    </>
  )
}

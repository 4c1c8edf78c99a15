import { ListDeliveries } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type SearchParams, valueIn } from '../../../addresses/questions'
import { fetchApi } from '../../../api/fetch-api'
import { fetchEvaluation, fetchSession, fetchStatistics } from '../../../api/reads'
import { Deliveries } from '../../../views/evaluation/deliveries'
import { LiveEvaluation } from '../../../views/evaluation/live-evaluation'
import { EvaluationLabels } from '../../../views/evaluation/evaluation-labels'
import { PartMissing, ProblemPanel } from '../../../ui/shell/problem-panel'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly searchParams: Promise<SearchParams>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const answer = await fetchEvaluation((await params).id)
  return { title: answer.ok ? answer.value.name : 'Evaluation' }
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params
  const address = `/evaluations/${encodeURIComponent(id)}`
  const answer = await fetchEvaluation(id)
  if (answer.ok) {
    const [statistics, session, told] = await Promise.all([
      fetchStatistics(id),
      fetchSession(),
      fetchApi(ListDeliveries, { path: { id } }),
    ])
    const mayWrite = session?.caller?.scopes.includes('evaluations:write') === true
    const details = (
      <>
        <EvaluationLabels evaluation={answer.value} mayWrite={mayWrite} />
        {told.ok && told.value.webhook !== null ? <Deliveries evaluation={id} initial={told.value} /> : null}
      </>
    )
    return (
      <>
        <LiveEvaluation
          initial={answer.value}
          statistics={statistics}
          mayWrite={mayWrite}
          tab={valueIn(await searchParams, 'tab') ?? null}
          details={details}
        />
        {told.ok ? null : <PartMissing what="The messages to its webhook" problem={told.problem} />}
      </>
    )
  }
  // An invalid id is treated like an unknown one.
  if (answer.problem.status === 404 || answer.problem.status === 400) notFound()
  return <ProblemPanel problem={answer.problem} retry={address} page="Evaluation" />
}

import { ListDeliveries } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fetchApi } from '../../../api/fetch-api'
import { fetchEvaluation, fetchSession, fetchStatistics } from '../../../api/reads'
import { Deliveries } from '../../../views/evaluation/deliveries'
import { LiveEvaluation } from '../../../views/evaluation/live-evaluation'
import { EvaluationLabels } from '../../../views/evaluation/evaluation-labels'
import { PartMissing, ProblemPanel } from '../../../ui/shell/problem-panel'

interface Props {
  readonly params: Promise<{ id: string }>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await fetchEvaluation((await params).id)
  return { title: answer.ok ? answer.value.name : 'Evaluation' }
}

export default async function Page({ params }: Props) {
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
    return (
      <>
        <LiveEvaluation initial={answer.value} statistics={statistics} mayWrite={mayWrite} />
        {told.ok ? null : <PartMissing what="Whether a webhook was told of its end" problem={told.problem} />}
        {told.ok && told.value.webhook !== null ? <Deliveries evaluation={id} initial={told.value} /> : null}
        <EvaluationLabels evaluation={answer.value} mayWrite={mayWrite} />
      </>
    )
  }
  // An invalid id is treated like an unknown one.
  if (answer.problem.status === 404 || answer.problem.status === 400) notFound()
  return <ProblemPanel problem={answer.problem} retry={address} page="Evaluation" />
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readEvaluation } from '../../../api/read-evaluation'
import { readStatistics } from '../../../api/read-statistics'
import { LiveEvaluation } from '../../../evaluation/live-evaluation'
import { EvaluationLabels } from '../../../evaluations/evaluation-labels'
import { ProblemPanel } from '../../../frame/problem-panel'
import { readSession } from '../../../session/read-session'

interface Props {
  readonly params: Promise<{ id: string }>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await readEvaluation((await params).id)
  return { title: answer.ok ? answer.value.name : 'Evaluation' }
}

export default async function Page({ params }: Props) {
  const { id } = await params
  const answer = await readEvaluation(id)
  if (answer.ok) {
    const [statistics, session] = await Promise.all([readStatistics(id), readSession()])
    return (
      <>
        <LiveEvaluation initial={answer.value} statistics={statistics} />
        <EvaluationLabels
          evaluation={answer.value}
          mayWrite={session?.caller?.scopes.includes('evaluations:write') === true}
        />
      </>
    )
  }
  // An address that cannot be an evaluation's is one that no evaluation has.
  if (answer.problem.status === 404 || answer.problem.status === 400) notFound()
  return <ProblemPanel problem={answer.problem} retry={`/evaluations/${encodeURIComponent(id)}`} />
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fetchEvaluation } from '../../../../api/fetch-evaluation'
import { fetchStatistics } from '../../../../api/fetch-statistics'
import { ProblemPanel } from '../../../../frame/problem-panel'
import { binningIn } from '../../../../statistics/signals/binning'
import { SignalsPage } from '../../../../statistics/signals/signals-page'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await fetchEvaluation((await params).id)
  return { title: answer.ok ? `Signals · ${answer.value.name}` : 'Signals' }
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params
  const { signal, bins } = await searchParams
  const answer = await fetchEvaluation(id)
  if (answer.ok) {
    const statistics = await fetchStatistics(id)
    return (
      <SignalsPage
        view={answer.value}
        initial={statistics}
        wanted={typeof signal === 'string' ? signal : null}
        binning={binningIn(bins)}
      />
    )
  }
  // An address that cannot be an evaluation's is one that no evaluation has.
  if (answer.problem.status === 404 || answer.problem.status === 400) notFound()
  return <ProblemPanel problem={answer.problem} retry={`/evaluations/${encodeURIComponent(id)}/signals`} />
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fetchEvaluation, fetchStatistics } from '../../../../api/reads'
import { KeepFresh } from '../../../../ui/shell/keep-fresh'
import { ProblemPanel } from '../../../../ui/shell/problem-panel'
import { binningIn } from '../../../../views/evaluation/signals/signals'
import { SignalsPage } from '../../../../views/evaluation/signals/signals-page'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const dynamic = 'force-dynamic'

const EVERY_MS = 10_000

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await fetchEvaluation((await params).id)
  return { title: answer.ok ? `Signals · ${answer.value.name}` : 'Signals' }
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params
  const { signal, bins } = await searchParams
  const answer = await fetchEvaluation(id)
  // An invalid id is treated like an unknown one.
  if (!answer.ok && [400, 404].includes(answer.problem.status)) notFound()
  const statistics = answer.ok ? await fetchStatistics(id) : null
  const again = `/evaluations/${encodeURIComponent(id)}/signals`
  return (
    <KeepFresh
      everyMs={answer.ok && answer.value.finishedAt !== null ? null : EVERY_MS}
      problem={answer.ok ? null : answer.problem}
      renderedAt={Date.now()}
    >
      {answer.ok ? (
        <SignalsPage
          view={answer.value}
          initial={statistics}
          wanted={typeof signal === 'string' ? signal : null}
          binning={binningIn(bins)}
        />
      ) : (
        <ProblemPanel problem={answer.problem} retry={again} page="Confidence signals" />
      )}
    </KeepFresh>
  )
}

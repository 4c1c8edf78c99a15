import type { SharedView } from '@cges-fleet/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { sharedAddress } from '../../../addresses/sharing'
import { fetchShared, fetchSharedStatistics } from '../../../api/reads'
import { KeepFresh } from '../../../ui/shell/keep-fresh'
import { ProblemPanel } from '../../../ui/shell/problem-panel'
import { ProvenanceScope } from '../../../ui/provenance/provenance-scope'
import { SharedPage } from '../../../views/shared/shared-page'
import { isSettled } from '../../../views/shared/settled'

interface Props {
  readonly params: Promise<{ token: string }>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const answer = await fetchShared((await params).token)
  const robots = { index: false, follow: false }
  return { title: answer.ok ? titleOf(answer.value) : 'Shared', robots, referrer: 'no-referrer' }
}

/** A run's figures move, and statistics take seconds the first time. */
const EVERY_MS = 10_000

const GONE = new Set([400, 401, 404])

export default async function Page({ params }: Props) {
  const { token } = await params
  const answer = await fetchShared(token)
  if (!answer.ok && GONE.has(answer.problem.status)) notFound()
  if (!answer.ok) return <ProblemPanel problem={answer.problem} retry={sharedAddress(token)} page="Shared" />
  const statistics = await fetchSharedStatistics(token)
  const shared = answer.value
  const shown = shared.kind === 'evaluation' ? [shared.evaluation] : shared.comparison.evaluations
  return (
    <KeepFresh everyMs={isSettled(shared, statistics) ? null : EVERY_MS} problem={null} renderedAt={Date.now()}>
      <ProvenanceScope of={shown}>
        <SharedPage shared={shared} statistics={statistics} />
      </ProvenanceScope>
    </KeepFresh>
  )
}

function titleOf(shared: SharedView): string {
  switch (shared.kind) {
    case 'evaluation':
      return shared.evaluation.name
    case 'suite':
      return `Suite ${shared.suite}`
    case 'comparison':
      return shared.name ?? 'Comparison'
  }
}

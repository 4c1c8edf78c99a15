import type { EvaluationView } from '@cges-fleet/core'
import type { ReactNode } from 'react'
import { fetchEvaluation } from '../../../api/reads'
import { KeepFresh } from '../../../ui/shell/keep-fresh'
import { ProvenanceScope } from '../../../ui/provenance/provenance-scope'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly children: ReactNode
}

/** All pages of an evaluation: whatever is copied or saved from them states the provenance of its numbers. */
export default async function Layout({ params, children }: Props) {
  const answer = await fetchEvaluation((await params).id)
  // The page keeps its place in the tree, and with it the last data loaded, while the API fails.
  return (
    <KeepFresh everyMs={null} problem={answer.ok ? null : answer.problem} renderedAt={Date.now()}>
      {answer.ok ? <ProvenanceScope of={[provenanceOf(answer.value)]}>{children}</ProvenanceScope> : children}
    </KeepFresh>
  )
}

function provenanceOf({ provenance, simulated, source }: EvaluationView) {
  return { provenance, simulated, source }
}

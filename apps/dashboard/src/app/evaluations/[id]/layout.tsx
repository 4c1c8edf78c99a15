import type { ReactNode } from 'react'
import { fetchEvaluation } from '../../../api/fetch-evaluation'
import { ProvenanceScope } from '../../../frame/provenance-scope'

interface Props {
  readonly params: Promise<{ id: string }>
  readonly children: ReactNode
}

/** All pages of an evaluation: what is copied or saved from them says where its numbers come from. */
export default async function Layout({ params, children }: Props) {
  const answer = await fetchEvaluation((await params).id)
  if (!answer.ok) return children
  const { provenance, simulated, source } = answer.value
  return <ProvenanceScope of={[{ provenance, simulated, source }]}>{children}</ProvenanceScope>
}

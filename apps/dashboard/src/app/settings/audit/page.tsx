import { ListAudit } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { ProblemPanel } from '../../../frame/problem-panel'
import { LogPanel } from '../../../settings/log-panel'

interface Props {
  readonly searchParams: Promise<{ cursor?: string | string[] }>
}

export const metadata: Metadata = { title: 'Log · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { cursor } = await searchParams
  const answer = await fetchApi(ListAudit, { query: { cursor: typeof cursor === 'string' ? cursor : undefined } })
  if (!answer.ok) return <ProblemPanel problem={answer.problem} retry="/settings/audit" />
  return <LogPanel {...answer.value} isFirst={cursor === undefined} />
}

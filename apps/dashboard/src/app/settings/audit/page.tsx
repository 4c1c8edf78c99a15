import { ListAudit } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { LogPanel } from '../../../views/settings/log-panel'
import { SectionPage } from '../../../views/settings/section-page'

interface Props {
  readonly searchParams: Promise<{ cursor?: string | string[] }>
}

export const metadata: Metadata = { title: 'Log · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { cursor } = await searchParams
  const answer = await fetchApi(ListAudit, { query: { cursor: typeof cursor === 'string' ? cursor : undefined } })
  return (
    <SectionPage answer={answer} retry="/settings/audit">
      {(log) => <LogPanel {...log} isFirst={cursor === undefined} />}
    </SectionPage>
  )
}

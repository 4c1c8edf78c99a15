import { ListAudit } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { topicOf } from '../../../views/settings/log-filter'
import { LogPanel } from '../../../views/settings/log-panel'
import { SectionPage } from '../../../views/settings/section-page'

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export const metadata: Metadata = { title: 'Log · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const given = await searchParams
  const [cursor, by, about] = ['cursor', 'by', 'about'].map((name) => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  })
  const choice = { by, about: topicOf(about) }
  const answer = await fetchApi(ListAudit, { query: { cursor, ...choice } })
  return (
    <SectionPage answer={answer} retry="/settings/audit">
      {(log) => <LogPanel {...log} isFirst={cursor === undefined} choice={choice} />}
    </SectionPage>
  )
}

import { TrafficDays } from '@cges-fleet/core'
import { GetTraffic } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { SectionPage } from '../../../views/settings/section-page'
import { TrafficPanel } from '../../../views/settings/traffic-panel'

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export const metadata: Metadata = { title: 'Gateway · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const days = TrafficDays.catch('30').parse((await searchParams)['days'])
  const answer = await fetchApi(GetTraffic, { query: { days } })
  return (
    <SectionPage answer={answer} retry="/settings/gateway">
      {(traffic) => <TrafficPanel traffic={traffic} days={days} />}
    </SectionPage>
  )
}

import { ListWebhooks } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { WebhooksPanel } from '../../../views/settings/webhooks-panel'
import { SectionPage } from '../../../views/settings/section-page'

export const metadata: Metadata = { title: 'Webhooks · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const answer = await fetchApi(ListWebhooks)
  return (
    <SectionPage answer={answer} retry="/settings/webhooks">
      {({ webhooks }) => <WebhooksPanel webhooks={webhooks} />}
    </SectionPage>
  )
}

import { ListWebhooks } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { ProblemPanel } from '../../../frame/problem-panel'
import { WebhooksPanel } from '../../../settings/webhooks-panel'

export const metadata: Metadata = { title: 'Webhooks · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const answer = await fetchApi(ListWebhooks)
  if (!answer.ok) return <ProblemPanel problem={answer.problem} retry="/settings/webhooks" />
  return <WebhooksPanel webhooks={answer.value.webhooks} />
}

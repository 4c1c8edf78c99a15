import { ListShareLinks } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { SectionPage } from '../../../views/settings/section-page'
import { ShareLinksPanel } from '../../../views/settings/share-links-panel'

export const metadata: Metadata = { title: 'Share links · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  return (
    <SectionPage answer={await fetchApi(ListShareLinks)} retry="/settings/share-links">
      {({ links }) => <ShareLinksPanel links={links} />}
    </SectionPage>
  )
}

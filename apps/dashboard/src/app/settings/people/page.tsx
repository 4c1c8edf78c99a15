import { ListPeople } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { fetchSession } from '../../../api/reads'
import { PeoplePanel } from '../../../views/settings/people-panel'
import { SectionPage } from '../../../views/settings/section-page'

interface Props {
  readonly searchParams: Promise<{ after?: string | string[] }>
}

export const metadata: Metadata = { title: 'People · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { after } = await searchParams
  const query = { after: typeof after === 'string' ? after : undefined }
  const [answer, session] = await Promise.all([fetchApi(ListPeople, { query }), fetchSession()])
  const scopes = session?.caller?.scopes ?? []
  return (
    <SectionPage answer={answer} retry="/settings/people">
      {(page) => <PeoplePanel {...page} ends={scopes.some((one) => one === 'teams:manage')} />}
    </SectionPage>
  )
}

import { Role, scopesOf } from '@cges-fleet/core'
import { ListKeys } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { fetchSession } from '../../../api/reads'
import { fetchTeamNames } from '../../../api/team-names'
import { KeysPanel } from '../../../views/settings/keys-panel'
import { SectionPage } from '../../../views/settings/section-page'

export const metadata: Metadata = { title: 'Keys · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const [answer, session, teams] = await Promise.all([fetchApi(ListKeys), fetchSession(), fetchTeamNames()])
  const may = (scope: string) => session?.caller?.scopes.some((one) => one === scope) === true
  return (
    <SectionPage answer={answer} retry="/settings/keys">
      {({ keys }) => (
        <KeysPanel
          keys={keys}
          gives={may('keys:manage') ? Role.options.filter((role) => scopesOf(role, null).every(may)) : []}
          teams={teams}
          signIn={session?.signIn === true}
          own={session?.caller?.key?.id ?? null}
        />
      )}
    </SectionPage>
  )
}

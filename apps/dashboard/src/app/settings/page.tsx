import { GetSession, ListOwnKeys } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { fetchApi } from '../../api/fetch-api'
import { REQUESTED_HEADER, signInAddress } from '../../addresses/sign-in'
import { AccountPanel } from '../../views/settings/account-panel'
import { OwnKeysPanel } from '../../views/settings/own-keys-panel'
import { PartMissing } from '../../ui/shell/problem-panel'
import { SectionPage } from '../../views/settings/section-page'

export const metadata: Metadata = { title: 'Account · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const session = await fetchApi(GetSession)
  if (session.ok && session.value.caller === null) redirect(signInAddress((await headers()).get(REQUESTED_HEADER)))
  const isPerson = session.ok && session.value.caller?.key === null && session.value.caller.person !== null
  const own = isPerson ? await fetchApi(ListOwnKeys) : null
  return (
    <SectionPage answer={session} retry="/settings">
      {({ signIn, caller }) => (
        <>
          {caller === null ? null : <AccountPanel signIn={signIn} caller={caller} />}
          {own?.ok === true ? <OwnKeysPanel keys={own.value.keys} scopes={caller?.scopes ?? []} /> : null}
          {own?.ok === false ? <PartMissing what="Your keys" problem={own.problem} /> : null}
        </>
      )}
    </SectionPage>
  )
}

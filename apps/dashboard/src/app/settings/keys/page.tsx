import { Role, scopesOf } from '@cges-fleet/core'
import { ListKeys } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { ProblemPanel } from '../../../frame/problem-panel'
import { fetchSession } from '../../../session/fetch-session'
import { KeysPanel } from '../../../settings/keys-panel'

export const metadata: Metadata = { title: 'Keys · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const [keys, session] = await Promise.all([fetchApi(ListKeys), fetchSession()])
  if (!keys.ok && keys.problem.status === 403) return <p className="muted">Your key may not see the team’s keys.</p>
  if (!keys.ok) return <ProblemPanel problem={keys.problem} retry="/settings/keys" />
  const may = (scope: string) => session?.caller?.scopes.some((one) => one === scope) === true
  return (
    <KeysPanel
      keys={keys.value.keys}
      gives={may('keys:manage') ? Role.options.filter((role) => scopesOf(role, null).every(may)) : []}
      signIn={session?.signIn === true}
      own={session?.caller?.key?.id ?? null}
    />
  )
}

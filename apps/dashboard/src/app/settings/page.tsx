import { Role, scopesOf } from '@cges-fleet/core'
import { ListKeys, ListTeams } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import Link from 'next/link'
import { readApi } from '../../api/read-api'
import { ProblemPanel } from '../../frame/problem-panel'
import { readSession } from '../../session/read-session'
import { KeysPanel } from '../../settings/keys-panel'
import { LimitsPanel } from '../../settings/limits-panel'
import { TeamsPanel } from '../../settings/teams-panel'

export const metadata: Metadata = { title: 'Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const [session, keys] = [await readSession(), await readApi(ListKeys)]
  const caller = session?.caller ?? null
  const may = (scope: string) => caller?.scopes.some((one) => one === scope) === true
  const teams = may('teams:manage') ? await readApi(ListTeams) : null
  return (
    <>
      <h1>Settings</h1>
      <div className="stack">
        {caller === null ? null : <LimitsPanel team={caller.team} />}
        {keys.ok ? (
          <KeysPanel
            keys={keys.value.keys}
            gives={may('keys:manage') ? Role.options.filter((role) => scopesOf(role, null).every(may)) : []}
            signIn={session?.signIn === true}
            own={caller?.key?.id ?? null}
          />
        ) : keys.problem.status === 403 ? (
          <p className="muted">Your key may not see the team’s keys.</p>
        ) : (
          <ProblemPanel problem={keys.problem} retry="/settings" />
        )}
        {teams?.ok === true ? <TeamsPanel teams={teams.value.teams} /> : null}
        {may('audit:read') ? (
          <p>
            <Link href="/settings/audit">Log of keys, teams, cancellations and refused access</Link>
          </p>
        ) : null}
      </div>
    </>
  )
}

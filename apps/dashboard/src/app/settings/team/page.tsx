import { GetAccounts, ListKeys, ListTeams } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { ProblemPanel } from '../../../frame/problem-panel'
import { fetchSession } from '../../../session/fetch-session'
import { LimitsPanel } from '../../../settings/limits-panel'
import { MembersPanel } from '../../../settings/members-panel'
import { TeamsPanel } from '../../../settings/teams-panel'
import { UsagePanel } from '../../../settings/usage-panel'

export const metadata: Metadata = { title: 'Team · Settings' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const [accounts, session] = await Promise.all([fetchApi(GetAccounts), fetchSession()])
  if (!accounts.ok) return <ProblemPanel problem={accounts.problem} retry="/settings/team" />
  const caller = session?.caller ?? null
  const may = (scope: string) => caller?.scopes.some((one) => one === scope) === true
  const [keys, teams] = await Promise.all([
    may('keys:read') ? fetchApi(ListKeys) : null,
    may('teams:manage') ? fetchApi(ListTeams) : null,
  ])
  return (
    <>
      {caller === null ? null : <LimitsPanel team={caller.team} used={accounts.value.limits} />}
      <UsagePanel days={accounts.value.days} />
      {keys?.ok === true ? (
        <MembersPanel keys={keys.value.keys.filter(({ team }) => team === caller?.team.name)} />
      ) : null}
      {teams?.ok === true ? <TeamsPanel teams={teams.value.teams} /> : null}
    </>
  )
}

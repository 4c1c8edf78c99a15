import { Role, scopesOf } from '@cges-fleet/core'
import { GetAccounts, ListGroupRoles, ListKeys, ListTeams } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { PartMissing } from '../../../ui/shell/problem-panel'
import { fetchSession } from '../../../api/reads'
import { LimitsPanel, UsagePanel } from '../../../views/settings/limits-panel'
import { MembersPanel, NewTeamPanel, TeamsPanel } from '../../../views/settings/team-panel'
import { SectionPage } from '../../../views/settings/section-page'

export const metadata: Metadata = { title: 'Team · Settings' }
export const dynamic = 'force-dynamic'

interface Props {
  /** With `new`, the page was opened to create a team. */
  readonly searchParams: Promise<{ readonly new?: string }>
}

export default async function Page({ searchParams }: Props) {
  const [accounts, session, query] = await Promise.all([fetchApi(GetAccounts), fetchSession(), searchParams])
  const caller = session?.caller ?? null
  const may = (scope: string) => caller?.scopes.some((one) => one === scope) === true
  const provider = session?.ways.provider ?? null
  const [keys, teams, groups] = await Promise.all([
    may('keys:read') ? fetchApi(ListKeys) : null,
    may('teams:manage') ? fetchApi(ListTeams) : null,
    may('teams:manage') && provider !== null ? fetchApi(ListGroupRoles) : null,
  ])
  const creation = {
    gives: may('keys:manage') ? Role.options.filter((role) => scopesOf(role, null).every(may)) : [],
    provider,
    groups: groups?.ok === true ? groups.value.own : [],
    own: caller?.person?.teams.map(({ team }) => team) ?? [],
  }
  const isForNew = teams?.ok === true && query.new !== undefined
  return (
    <SectionPage answer={accounts} retry="/settings/team">
      {({ limits, days, months }) => (
        <>
          {isForNew ? <NewTeamPanel {...creation} /> : null}
          {caller === null ? null : <LimitsPanel team={caller.team} used={limits} />}
          <UsagePanel days={days} months={months} />
          {keys?.ok === true ? (
            <MembersPanel keys={keys.value.keys.filter(({ team }) => team === caller?.team.name)} />
          ) : null}
          {keys?.ok === false ? <PartMissing what="Who acts for the team" problem={keys.problem} /> : null}
          {teams?.ok === true ? <TeamsPanel teams={teams.value.teams} creation={isForNew ? null : creation} /> : null}
          {teams?.ok === false ? <PartMissing what="The fleet’s teams" problem={teams.problem} /> : null}
        </>
      )}
    </SectionPage>
  )
}

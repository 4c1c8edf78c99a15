import { Role, scopesOf } from '@cges-fleet/core'
import { ListGroupRoles, ListPeople } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { fetchApi } from '../../../api/fetch-api'
import { fetchSession } from '../../../api/reads'
import { fetchTeamNames } from '../../../api/team-names'
import { PartMissing } from '../../../ui/shell/problem-panel'
import { GroupRolesPanel } from '../../../views/settings/group-roles-panel'
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
  const [answer, session, groups, teams] = await Promise.all([
    fetchApi(ListPeople, { query }),
    fetchSession(),
    fetchApi(ListGroupRoles),
    fetchTeamNames(),
  ])
  const may = (scope: string) => session?.caller?.scopes.some((one) => one === scope) === true
  const gives = may('keys:manage') ? Role.options.filter((role) => scopesOf(role, null).every(may)) : []
  const isBySso = session?.ways.provider != null
  return (
    <SectionPage answer={answer} retry="/settings/people">
      {(page) => (
        <>
          <PeoplePanel {...page} ends={may('teams:manage')} />
          {isBySso && groups.ok ? <GroupRolesPanel {...groups.value} gives={gives} teams={teams} /> : null}
          {isBySso && !groups.ok ? <PartMissing what="Groups and their roles" problem={groups.problem} /> : null}
        </>
      )}
    </SectionPage>
  )
}

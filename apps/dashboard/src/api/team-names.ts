import { ListTeams } from '@cges-fleet/core/contract'
import { fetchApi } from './fetch-api'
import { fetchSession } from './reads'

/** Reads the names of the teams that the reader administers, their own first: every team for administrators of the fleet. */
export async function fetchTeamNames(): Promise<readonly string[]> {
  const caller = (await fetchSession())?.caller ?? null
  if (caller === null) return []
  const own = caller.team.name
  if (!caller.scopes.includes('teams:manage')) return [own]
  const all = await fetchApi(ListTeams)
  return all.ok ? [own, ...all.value.teams.map(({ name }) => name).filter((name) => name !== own)] : [own]
}

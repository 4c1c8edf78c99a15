import { type KeyView, scopesOf } from '@cges-fleet/core'
import { type Database, findTeam, type TeamId } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'

/** Finds the team that a request is about: the caller's own unless named. Others exist only for administrators of the fleet. */
export async function teamOf(db: Database, caller: Caller, name: string | undefined): Promise<TeamId> {
  if (name === undefined) return caller.team
  const found = await findTeam(db, { name })
  if (found === null) throw unknownTeam(name)
  return found.id
}

export function unknownTeam(name: string): Refusal {
  return new Refusal('not_found', `There is no team "${name}". cges team list shows the teams.`)
}

/** The team whose entries a list shows: that named, else the caller's own; null, for all, to administrators of the fleet. */
export async function listedTeam(db: Database, caller: Caller, name: string | undefined): Promise<TeamId | null> {
  return name === undefined && caller.scopes.includes('teams:manage') ? null : teamOf(db, caller, name)
}

/** Refuses to give what the caller does not hold: a key for managing keys must not become one for everything. */
export function requireWithin({ scopes }: Caller, wanted: Pick<KeyView, 'role' | 'scopes'>): void {
  const beyond = scopesOf(wanted.role, wanted.scopes).filter((scope) => !scopes.includes(scope))
  if (beyond.length > 0) throw new Refusal('forbidden', `You do not have ${beyond.join(', ')} yourself.`)
}

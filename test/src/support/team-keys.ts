import { createKey, createTeam, type DataSource, findTeam, LOCAL_TEAM, type Pepper, type TeamId } from '@cges-fleet/db'

/** Makes a team, and a key of a member of it. */
export async function teamWithKey(
  db: DataSource,
  name: string,
  pepper: Pepper,
): Promise<{ readonly team: TeamId; readonly key: string }> {
  await createTeam(db, { name, weight: 1, limits: {}, keep: {} }, 'machine')
  const team = (await findTeam(db, { name }))?.id ?? LOCAL_TEAM
  const wanted = { team, name: 'a member', role: 'member' as const, scopes: null, expiresAt: null }
  return { team, key: (await createKey(db, wanted, { actor: 'machine', pepper })).key }
}

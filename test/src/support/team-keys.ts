import {
  createKey,
  createTeam,
  type DataSource,
  findTeam,
  loadPepper,
  LOCAL_TEAM,
  type Pepper,
  type TeamId,
} from '@cges-fleet/db'
import OpenAI from 'openai'

/** Makes a team, and a key of a member of it. */
export async function teamWithKey(
  db: DataSource,
  name: string,
  pepper: Pepper,
): Promise<{ readonly team: TeamId; readonly key: string }> {
  await createTeam(db, { name, weight: 1, limits: {}, keep: {}, gateway: {} }, 'machine')
  const team = (await findTeam(db, { name }))?.id ?? LOCAL_TEAM
  const wanted = { team, name: 'a member', role: 'member' as const, scopes: null, expiresAt: null }
  return { team, key: (await createKey(db, wanted, { actor: 'machine', pepper })).key }
}

/** A member of a team of its own, with OpenAI's client of a gateway. */
export interface Caller {
  readonly team: TeamId
  readonly key: string
  readonly openai: OpenAI
}

/** Makes a caller of the gateway at this address, whose keys have this pepper. */
export async function callerOf(
  db: DataSource,
  gateway: string,
  {
    name,
    pepper: KEY_PEPPER,
    maxRetries,
  }: Readonly<Record<'name' | 'pepper', string>> & { readonly maxRetries: number },
): Promise<Caller> {
  const pepper = loadPepper({ KEY_PEPPER })
  if (pepper === null) throw new Error('no pepper')
  const made = await teamWithKey(db, name, pepper)
  return { ...made, openai: new OpenAI({ baseURL: `${gateway}/v1`, apiKey: made.key, maxRetries }) }
}

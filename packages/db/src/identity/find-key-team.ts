import { ApiKeyEntity } from '../entities/api-key.js'
import type { Db } from '../store/query.js'
import type { TeamId } from '../team.js'

/** Finds the team of a key, active or expired, by its public part; null if there never was such a key. */
export async function findKeyTeam(db: Db, id: string): Promise<TeamId | null> {
  const key = await db.getRepository(ApiKeyEntity).findOne({ where: { id } })
  return key?.teamId ?? null
}

import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

/** Names looked at: beyond them a number may be used twice, as any name may be. */
const MOST_NAMES = 1000

/** The first of `name`, `name 2`, `name 3` … that none of the team's evaluations looked at has. */
export async function freeDefaultName(db: Db, team: TeamId, name: string): Promise<string> {
  const taken = new Set((await query<{ name: string }>(db, NAMES, [team, name])).map((one) => one.name))
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name} ${number}`)) number += 1
  return `${name} ${number}`
}

/** In the order of the column `!` follows the space: the name itself, and those that it begins. */
const NAMES = `
SELECT name FROM evaluation
WHERE team_id = $1 AND name_order >= lower($2) AND name_order < lower($2) || '!' AND deleted_at IS NULL
ORDER BY name_order LIMIT ${MOST_NAMES}`

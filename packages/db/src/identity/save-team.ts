import type { NewTeam, TeamChange, TeamView } from '@cges-fleet/core'
import { newId } from '../new-id.js'
import { type Database, type Db, query } from '../store/query.js'
import { asTeamId } from '../team.js'
import { findTeam } from './find-team.js'
import { LIMIT_COLUMN } from './team-row.js'
import { writeAudit } from './write-audit.js'

/** Enters a team, and who did; null where there is one of that name. */
export async function createTeam(db: Database, team: NewTeam, actor: string): Promise<TeamView | null> {
  const id = asTeamId(newId())
  return db.transaction(async (tx) => {
    const inserted = await query(
      tx,
      `INSERT INTO team (id, name, weight) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING id`,
      [id, team.name, team.weight],
    )
    if (inserted.length === 0) return null
    await setLimits(tx, team.name, team.limits)
    const detail = { weight: team.weight, limits: team.limits }
    await writeAudit(tx, { team: id, actor, action: 'team.create', subject: team.name, detail })
    return (await findTeam(tx, { id }))?.view ?? null
  })
}

/** Changes a team's weight and limits, and writes down who did; null where there is no such team. */
export async function changeTeam(
  db: Database,
  { name, change }: { name: string; change: TeamChange },
  actor: string,
): Promise<TeamView | null> {
  return db.transaction(async (tx) => {
    const before = await findTeam(tx, { name })
    if (before === null) return null
    await query(tx, `UPDATE team SET weight = coalesce($2, weight) WHERE name = $1`, [name, change.weight ?? null])
    await setLimits(tx, name, change.limits)
    const after = await findTeam(tx, { name })
    const { weight, limits } = before.view
    const detail = { before: { weight, limits }, after: { weight: after?.view.weight, limits: after?.view.limits } }
    await writeAudit(tx, { team: before.id, actor, action: 'team.change', subject: name, detail })
    return after?.view ?? null
  })
}

async function setLimits(tx: Db, name: string, limits: NewTeam['limits']): Promise<void> {
  await query(tx, SET_LIMITS, [name, JSON.stringify(limits)])
}

/** A limit that is not named stays; one that is null is lifted. */
const SET_LIMITS = `UPDATE team SET ${Object.entries(LIMIT_COLUMN)
  .map(
    ([limit, column]) =>
      `${column} = CASE WHEN $2::jsonb ? '${limit}' THEN ($2::jsonb ->> '${limit}')::bigint ELSE ${column} END`,
  )
  .join(', ')} WHERE name = $1`

import type { NewTeam, TeamChange, TeamView } from '@cges-fleet/core'
import { newId } from '../new-id.js'
import { type Team, TeamEntity } from '../entities/team.js'
import { type Database, type Db, query, type Rows } from '../store/query.js'
import { asTeamId } from '../team.js'
import { findTeam, type FoundTeam } from './find-team.js'
import { limitColumns } from './team-view.js'
import { writeAudit } from './write-audit.js'

/** Creates a team, and audits who did; null if the name is taken. */
export async function createTeam(db: Database, team: NewTeam, actor: string): Promise<TeamView | null> {
  const id = asTeamId(newId())
  return db.transaction(async (tx) => {
    const inserted = await query(
      tx,
      `INSERT INTO team (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING id`,
      [id, team.name],
    )
    if (inserted.length === 0) return null
    await teamsOf(tx).update({ id }, { weight: team.weight, ...limitColumns(team.limits) })
    const detail = { weight: team.weight, limits: team.limits }
    await writeAudit(tx, { team: id, actor, action: 'team.create', subject: team.name, detail })
    return (await findTeam(tx, { id }))?.view ?? null
  })
}

/** Changes a team's weight and limits, and audits who did; null if there is no such team. */
export async function changeTeam(
  db: Database,
  name: string,
  change: TeamChange,
  actor: string,
): Promise<TeamView | null> {
  return db.transaction(async (tx) => {
    const before = await findTeam(tx, { name })
    if (before === null) return null
    const weight = change.weight ?? before.view.weight
    await teamsOf(tx).update({ id: before.id }, { weight, ...limitColumns(change.limits) })
    const after = await findTeam(tx, { name })
    const detail = { before: settingsOf(before), after: settingsOf(after) }
    await writeAudit(tx, { team: before.id, actor, action: 'team.change', subject: name, detail })
    return after?.view ?? null
  })
}

function settingsOf(found: FoundTeam | null) {
  return { weight: found?.view.weight, limits: found?.view.limits }
}

function teamsOf(tx: Db): Rows<Team> {
  return tx.getRepository(TeamEntity)
}

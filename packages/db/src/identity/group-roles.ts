import type { GroupRole, Role } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import type { TeamRole } from './people.js'
import { writeAudit } from './audit.js'

/** Groups that may have a role in one team. */
export const MOST_GROUPS_OF_TEAM = 500

/** A role for a group in a team. */
export interface WantedGroupRole {
  readonly team: TeamId
  readonly group: string
  readonly role: Role
}

interface Row {
  readonly id: string
  readonly group: string
  readonly team: string
  readonly teamId: TeamId
  readonly role: Role
  readonly by: string
  readonly at: Date
}

const SELECT = `
SELECT g.id, g.group_name AS "group", t.name AS team, g.team_id AS "teamId", g.role, g.created_by AS "by", g.created_at AS at
FROM group_role g JOIN team t ON t.id = g.team_id`

function viewOf({ teamId: _team, at, ...rest }: Row): GroupRole {
  return { ...rest, at: at.toISOString() }
}

/** Lists the roles that groups give in a team, or, for null, in every team that the view shows. */
export async function listGroupRoles(db: Db, team: TeamId | null): Promise<GroupRole[]> {
  const rows = await query<Row>(
    db,
    `${SELECT} WHERE $1::uuid IS NULL OR g.team_id = $1 ORDER BY t.name, g.group_name`,
    [team],
  )
  return rows.map(viewOf)
}

/** Gives a group a role in a team, and audits who did; null if the team has too many groups. */
export async function setGroupRole(db: Database, wanted: WantedGroupRole, actor: string): Promise<GroupRole | null> {
  const { team, group, role } = wanted
  return db.transaction(async (tx) => {
    await query(tx, `SELECT 1 AS one FROM team WHERE id = $1 FOR UPDATE`, [team])
    const [before] = await query<Row>(tx, `${SELECT} WHERE g.team_id = $1 AND g.group_name = $2`, [team, group])
    const [count] = await query<{ n: number }>(tx, `SELECT count(*)::int AS n FROM group_role WHERE team_id = $1`, [
      team,
    ])
    if (before === undefined && (count?.n ?? 0) >= MOST_GROUPS_OF_TEAM) return null
    const id = before?.id ?? newId()
    await query(tx, SET, [id, team, group, role, actor])
    const detail = { role, ...(before && { before: before.role }) }
    await writeAudit(tx, { team, actor, action: 'member.map', subject: group, detail })
    return findGroupRole(tx, id)
  })
}

const SET = `
INSERT INTO group_role (id, team_id, group_name, role, created_by) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (team_id, group_name) DO UPDATE
SET role = excluded.role, created_by = excluded.created_by, created_at = now()`

/** Finds a group's role by its id; null if the view shows none. */
export async function findGroupRole(db: Db, id: string): Promise<GroupRole | null> {
  const [row] = await query<Row>(db, `${SELECT} WHERE g.id = $1`, [id])
  return row === undefined ? null : viewOf(row)
}

/** Takes a group's role away, and audits who did; null if there is none. */
export async function removeGroupRole(db: Database, id: string, actor: string): Promise<GroupRole | null> {
  return db.transaction(async (tx) => {
    const [row] = await query<Row>(tx, `${SELECT} WHERE g.id = $1 FOR UPDATE OF g`, [id])
    if (row === undefined) return null
    await query(tx, `DELETE FROM group_role WHERE id = $1`, [id])
    const detail = { role: row.role }
    await writeAudit(tx, { team: row.teamId, actor, action: 'member.unmap', subject: row.group, detail })
    return viewOf(row)
  })
}

/** Selects the roles that any of somebody's groups give, a team's strongest first. */
export function selectRolesOfGroups(db: Db, groups: readonly string[]): Promise<TeamRole[]> {
  return query<TeamRole>(
    db,
    `SELECT t.name AS team, g.role FROM group_role g JOIN team t ON t.id = g.team_id WHERE g.group_name = ANY ($1)
     ORDER BY t.name, array_position(ARRAY['fleet-admin', 'admin', 'operator', 'member', 'viewer'], g.role)`,
    [groups],
  )
}

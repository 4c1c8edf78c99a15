import type { NewTeam, TeamChange, TeamView } from '@cges-fleet/core'
import { type Change, type Database, type Db, query, type Rows } from '../connection/query.js'
import { asTeamId, newId, type TeamId } from '../ids.js'
import { type Team, TeamEntity } from '../schema/identity.js'
import { writeAudit } from './audit.js'
import { setGroupRole } from './group-roles.js'

export interface FoundTeam {
  readonly id: TeamId
  readonly view: TeamView
}

/** Finds a team by its name or its id; null if there is none. */
export async function findTeam(db: Db, by: { name: string } | { id: TeamId }): Promise<FoundTeam | null> {
  const team = await db.getRepository(TeamEntity).findOne({ where: by })
  return team === null ? null : { id: team.id, view: teamView(team) }
}

/** Lists all teams by name. */
export async function listTeams(db: Db): Promise<TeamView[]> {
  return (await db.getRepository(TeamEntity).find({ order: { name: 'ASC' } })).map(teamView)
}

/** Creates a team, with a role for a group of the provider if one is given, and audits who did; null if the name is taken. */
export async function createTeam(db: Database, team: NewTeam, actor: string): Promise<TeamView | null> {
  const id = asTeamId(newId())
  return db.transaction(async (tx) => {
    const inserted = await query(
      tx,
      `INSERT INTO team (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING id`,
      [id, team.name],
    )
    if (inserted.length === 0) return null
    const { weight, limits, keep, gateway, group } = team
    await teamsOf(tx).update({ id }, { weight, ...limitColumns(limits), ...keepColumns(team) })
    const detail = { weight, limits, keep, gateway }
    await writeAudit(tx, { team: id, actor, action: 'team.create', subject: team.name, detail })
    if (group !== undefined) await setGroupRole(tx, { team: id, group: group.name, role: group.role }, actor)
    return (await findTeam(tx, { id }))?.view ?? null
  })
}

/** Changes a team's weight and limits, and audits who changed what; null if there is no such team. */
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
    await teamsOf(tx).update({ id: before.id }, { weight, ...limitColumns(change.limits), ...keepColumns(change) })
    const after = await findTeam(tx, { name })
    const detail = differing(settingsOf(before), settingsOf(after))
    if (detail === null) return before.view
    await writeAudit(tx, { team: before.id, actor, action: 'team.change', subject: name, detail })
    return after?.view ?? null
  })
}

function settingsOf(found: FoundTeam | null) {
  const { weight, limits, keep, gateway } = found?.view ?? {}
  return { weight, limits, keep, gateway }
}

interface Settings {
  readonly [name: string]: Settings | number | null | undefined
}

/** What differs between settings, before and after; null if nothing does. */
function differing(before: Settings, after: Settings): { before: Settings; after: Settings } | null {
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name]
    if (typeof old !== 'object' || old === null || typeof value !== 'object' || value === null)
      return old === value ? [] : [[name, { before: old, after: value }] as const]
    const inside = differing(old, value)
    return inside === null ? [] : [[name, inside] as const]
  })
  if (changed.length === 0) return null
  const side = (of: 'before' | 'after') => Object.fromEntries(changed.map(([name, both]) => [name, both[of]]))
  return { before: side('before'), after: side('after') }
}

function teamsOf(tx: Db): Rows<Team> {
  return tx.getRepository(TeamEntity)
}

/** Turns a row into the team the API shows. */
export function teamView(team: Team): TeamView {
  return {
    name: team.name,
    weight: team.weight,
    limits: {
      samplesInFlight: team.maxSamplesInFlight,
      tokensPerDay: team.maxTokensPerDay,
      gpuSecondsPerMonth: team.maxGpuSecondsPerMonth,
      callsPerEvaluation: team.maxCallsPerEvaluation,
      storedBytes: team.maxStoredBytes,
    },
    keep: {
      finishedDays: team.keepFinishedDays,
      archivedDays: team.keepArchivedDays,
      textsDays: team.keepTextsDays,
    },
    gateway: { keepDays: team.keepRequestsDays, auditShare: team.auditShare },
    createdAt: team.createdAt.toISOString(),
  }
}

function keepColumns({ keep, gateway }: Pick<NewTeam, 'keep' | 'gateway'>): Change<Team> {
  return {
    keepFinishedDays: keep.finishedDays,
    keepArchivedDays: keep.archivedDays,
    keepTextsDays: keep.textsDays,
    keepRequestsDays: gateway.keepDays,
    auditShare: gateway.auditShare,
  }
}

/** The columns that limits are held in: one that is not named stays, one that is null is lifted. */
export function limitColumns(limits: NewTeam['limits']): Change<Team> {
  return {
    maxSamplesInFlight: limits.samplesInFlight,
    maxTokensPerDay: limits.tokensPerDay,
    maxGpuSecondsPerMonth: limits.gpuSecondsPerMonth,
    maxCallsPerEvaluation: limits.callsPerEvaluation,
    maxStoredBytes: limits.storedBytes,
  }
}

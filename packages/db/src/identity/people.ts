import type { Role } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { asTeamId, newId, type TeamId } from '../ids.js'
import { MembershipEntity, PersonEntity } from '../schema/people.js'
import { writeAudit } from './audit.js'
import { freeName } from './person-names.js'

/** What a provider says of somebody who signed in. */
export interface ProvidedPerson {
  readonly issuer: string
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
}

/** A role in a team, by the team's name. */
export interface TeamRole {
  readonly team: string
  readonly role: Role
}

/** A person the fleet knows. */
export interface KnownPerson {
  readonly id: string
  readonly name: string
}

interface PersonRow extends KnownPerson {
  readonly endedAt: Date | null
}

/**
 * Stores who signed in and which teams their groups lead to. Returns the person; null if they were ended. Pass the
 * transaction that starts their session.
 */
export async function admitPerson(
  tx: Db,
  provided: ProvidedPerson,
  roles: readonly TeamRole[],
): Promise<KnownPerson | null> {
  const { issuer, subject, email } = provided
  const known = await query<PersonRow>(tx, UPDATE_PERSON, [issuer, subject, email])
  const person = known[0] ?? (await insertPerson(tx, provided))
  if (person.endedAt !== null) return null
  await setMemberships(tx, person, roles)
  return { id: person.id, name: person.name }
}

const UPDATE_PERSON = `
UPDATE person SET email = $3, confirmed_at = now() WHERE issuer = $1 AND subject = $2
RETURNING id, name, ended_at AS "endedAt"`

/** Names are given one after the other, so that no two people get the same; two first sign-ins of one make one person. */
async function insertPerson(tx: Db, { issuer, subject, name, email }: ProvidedPerson): Promise<PersonRow> {
  await query(tx, `SELECT pg_advisory_xact_lock(4207317)`)
  const again = await query<PersonRow>(tx, UPDATE_PERSON, [issuer, subject, email])
  if (again[0] !== undefined) return again[0]
  const id = newId()
  const chosen = await freeName(tx, { name, email, id })
  await tx.getRepository(PersonEntity).insert({ id, issuer, subject, email, name: chosen })
  return { id, name: chosen, endedAt: null }
}

interface Held {
  readonly teamId: TeamId
  readonly team: string
  readonly role: Role
}

const HELD = `
SELECT m.team_id AS "teamId", t.name AS team, m.role FROM membership m JOIN team t ON t.id = m.team_id
WHERE m.person_id = $1 AND m.ended_at IS NULL ORDER BY t.name`

/**
 * Makes somebody's memberships what their groups say now, with an entry of the log for each that changed. A team that
 * the fleet does not have is left out.
 */
export async function setMemberships(tx: Db, person: KnownPerson, roles: readonly TeamRole[]): Promise<void> {
  await query(tx, `SELECT 1 AS one FROM person WHERE id = $1 FOR UPDATE`, [person.id])
  const held = await query<Held>(tx, HELD, [person.id])
  const teams = await query<{ id: string; name: string }>(tx, `SELECT id, name FROM team WHERE name = ANY ($1)`, [
    roles.map(({ team }) => team),
  ])
  const wanted = teams.flatMap(({ id, name }) => {
    const found = roles.find(({ team }) => team === name)
    return found === undefined ? [] : [{ teamId: asTeamId(id), team: name, role: found.role }]
  })
  const note = (team: TeamId, action: string, detail: Readonly<Record<string, unknown>>) =>
    writeAudit(tx, { team, actor: person.name, action, subject: person.name, detail })
  for (const { teamId, role } of held) {
    if (wanted.some((one) => one.teamId === teamId)) continue
    await tx.getRepository(MembershipEntity).update({ personId: person.id, teamId }, { endedAt: () => 'now()' })
    await note(teamId, 'member.leave', { role })
  }
  for (const { teamId, role } of wanted) {
    const before = held.find((one) => one.teamId === teamId)?.role
    if (before === role) continue
    await query(tx, JOIN, [person.id, teamId, role])
    await note(teamId, before === undefined ? 'member.join' : 'member.change', { role, ...(before && { before }) })
  }
}

const JOIN = `
INSERT INTO membership (person_id, team_id, role) VALUES ($1, $2, $3)
ON CONFLICT (person_id, team_id) DO UPDATE SET role = excluded.role, ended_at = NULL,
  since = CASE WHEN membership.ended_at IS NULL THEN membership.since ELSE now() END`

/** Lists somebody's teams and roles, by name. */
export async function listMemberships(db: Db, personId: string): Promise<TeamRole[]> {
  const held = await query<Held>(db, HELD, [personId])
  return held.map(({ team, role }) => ({ team, role }))
}

/** Returns whether a person has this name: a key of it would own what is theirs. */
export async function isPersonName(db: Db, name: string): Promise<boolean> {
  const found = await query<{ one: number }>(db, `SELECT 1 AS one FROM person WHERE lower(name) = lower($1)`, [name])
  return found.length > 0
}

/** Returns whether anybody ever signed in by a provider: from then on a fleet must not run without sign-in. */
export function hasPeople(db: Db): Promise<boolean> {
  return db.getRepository(PersonEntity).exists()
}

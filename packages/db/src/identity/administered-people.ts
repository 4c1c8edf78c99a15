import type { PeoplePage, PersonView } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import { asTeamId } from '../ids.js'
import { writeAudit } from './audit.js'

const PAGE = 100

type Row = Omit<PersonView, 'confirmedAt' | 'endedAt'> & { readonly confirmedAt: Date; readonly endedAt: Date | null }

/** People with their teams: as a team's view of the database, those who are or were in it, and that team alone. */
const SELECT_PERSON = `
SELECT p.name, p.email, p.confirmed_at AS "confirmedAt", p.ended_at AS "endedAt", coalesce((
         SELECT jsonb_agg(jsonb_build_object('team', t.name, 'role', m.role) ORDER BY t.name)
         FROM membership m JOIN team t ON t.id = m.team_id WHERE m.person_id = p.id AND m.ended_at IS NULL), '[]') AS teams,
       (SELECT count(*)::int FROM api_key k WHERE k.person_id = p.id AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys
FROM person p`

/** Lists people by name, a page at a time; `after` is the last name of the page before. */
export async function listPeople(db: Db, after: string | null): Promise<PeoplePage> {
  const rows = await query<Row>(
    db,
    `${SELECT_PERSON} WHERE $1::text IS NULL OR lower(p.name) > lower($1) ORDER BY lower(p.name) LIMIT ${PAGE + 1}`,
    [after],
  )
  const people = rows.slice(0, PAGE).map(personView)
  return { people, next: rows.length > PAGE ? (people.at(-1)?.name ?? null) : null }
}

/** Finds a person by their name; null if there is none. */
export async function findPerson(db: Db, name: string): Promise<PersonView | null> {
  const [row] = await query<Row>(db, `${SELECT_PERSON} WHERE lower(p.name) = lower($1)`, [name])
  return row === undefined ? null : personView(row)
}

function personView({ confirmedAt, endedAt, ...rest }: Row): PersonView {
  return { ...rest, confirmedAt: confirmedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

/**
 * Ends a person in the whole fleet: their sessions, keys and memberships, and every later sign-in. Each of their teams
 * reads it in its log. Null if there is no such person.
 */
export async function endPerson(db: Database, name: string, actor: string): Promise<PersonView | null> {
  return db.transaction(async (tx) => {
    const [person] = await query<{ id: string }>(tx, LOCK, [name])
    if (person === undefined) return null
    const { id } = person
    await query(tx, `UPDATE person SET ended_at = coalesce(ended_at, now()) WHERE id = $1`, [id])
    await query(tx, `DELETE FROM session WHERE person_id = $1 OR key_id IN (${KEYS_OF})`, [id])
    const keys = await query<{ team: string }>(
      tx,
      `UPDATE api_key SET revoked_at = now() WHERE person_id = $1 AND revoked_at IS NULL RETURNING team_id AS team`,
      [id],
    )
    const left = await query<{ team: string }>(
      tx,
      `UPDATE membership SET ended_at = now() WHERE person_id = $1 AND ended_at IS NULL RETURNING team_id AS team`,
      [id],
    )
    for (const team of new Set([...left, ...keys].map((one) => one.team))) {
      const detail = { keys: keys.filter((key) => key.team === team).length }
      await writeAudit(tx, { team: asTeamId(team), actor, action: 'person.end', subject: name, detail })
    }
    return findPerson(tx, name)
  })
}

const LOCK = `SELECT id FROM person WHERE lower(name) = lower($1) FOR UPDATE`
const KEYS_OF = `SELECT k.id FROM api_key k WHERE k.person_id = $1`

/**
 * Lets a person in again whom `endPerson` ended: their next sign-in gives the teams that their groups lead to. Their keys
 * stay ended. Null if there is no such person.
 */
export async function readmitPerson(db: Database, name: string, actor: string): Promise<PersonView | null> {
  return db.transaction(async (tx) => {
    const [person] = await query<{ id: string }>(tx, LOCK, [name])
    if (person === undefined) return null
    const admitted = await query<{ one: number }>(
      tx,
      `UPDATE person SET ended_at = NULL WHERE id = $1 AND ended_at IS NOT NULL RETURNING 1 AS one`,
      [person.id],
    )
    const teams = admitted.length === 0 ? [] : await query<{ team: string }>(tx, TEAMS_OF, [person.id])
    for (const { team } of teams) {
      await writeAudit(tx, { team: asTeamId(team), actor, action: 'person.readmit', subject: name })
    }
    return findPerson(tx, name)
  })
}

const TEAMS_OF = `SELECT m.team_id AS team FROM membership m WHERE m.person_id = $1`

import { type Database, type Db, query } from '../connection/query.js'
import { asTeamId, type TeamId } from '../ids.js'
import { SessionEntity } from '../schema/identity.js'
import { admitPerson, type KnownPerson, type ProvidedPerson, setMemberships, type TeamRole } from './people.js'
import { acceptedHashes, newSecret, type Pepper, secretHash } from './secrets.js'
import { DUE, IN_HOURS, LIVE, makeRoom } from './sessions.js'
import { writeAudit } from './audit.js'

export interface PersonSignIn {
  readonly person: ProvidedPerson
  readonly roles: readonly TeamRole[]
  /** What the provider signed for this sign-in alone. */
  readonly nonce: string
  readonly providerSession: string | null
  readonly sealedTokens: Buffer | null
}

/** What came of a sign-in: the token for the browser's cookie, or why there is none. */
export type SignedIn = { readonly token: string } | { readonly refused: 'no-team' | 'ended' | 'used' }

/** Starts a session of a person in the first of their teams. A sign-in that was used before starts none. */
export async function startPersonSession(db: Database, signIn: PersonSignIn, pepper: Pepper): Promise<SignedIn> {
  return db.transaction(async (tx) => {
    if (!(await useOnce(tx, `nonce ${signIn.nonce}`, pepper))) return { refused: 'used' }
    const person = await admitPerson(tx, signIn.person, signIn.roles)
    if (person === null) return { refused: 'ended' }
    const team = await firstTeam(tx, person, signIn.roles)
    if (team === null) return { refused: 'no-team' }
    await makeRoom(tx, { personId: person.id })
    const { providerSession, sealedTokens } = signIn
    const rest = { personId: person.id, expiresAt: () => IN_HOURS, providerSession, sealedTokens }
    const token = await insertSession(tx, { ...rest, teamId: team }, pepper)
    await writeAudit(tx, { team, actor: person.name, action: 'session.start', subject: null })
    return { token }
  })
}

async function insertSession(
  tx: Db,
  row: Omit<Parameters<ReturnType<typeof sessionsOf>['insert']>[0], 'tokenHash'>,
  pepper: Pepper,
): Promise<string> {
  const token = newSecret()
  await sessionsOf(tx).insert({ ...row, tokenHash: secretHash(pepper, token) })
  return token
}

const sessionsOf = (tx: Db) => tx.getRepository(SessionEntity)

/** The team that the mapping names first, of those a person is in. */
async function firstTeam(tx: Db, person: KnownPerson, roles: readonly TeamRole[]): Promise<TeamId | null> {
  const [first] = await query<{ id: string }>(
    tx,
    `SELECT m.team_id AS id FROM membership m JOIN team t ON t.id = m.team_id
     WHERE m.person_id = $1 AND m.ended_at IS NULL ORDER BY array_position($2::text[], t.name) LIMIT 1`,
    [person.id, roles.map(({ team }) => team)],
  )
  return first === undefined ? null : asTeamId(first.id)
}

/** Until when what was used once is remembered: by then it is refused for its age. */
const REMEMBERED = `now() + interval '1 hour'`

/** Notes that something was used; false if it was before. */
export async function useOnce(tx: Db, what: string, pepper: Pepper): Promise<boolean> {
  const noted = await query<{ one: number }>(
    tx,
    `INSERT INTO used_once (hash, expires_at) SELECT $1::bytea, ${REMEMBERED}
     WHERE NOT EXISTS (SELECT 1 FROM used_once WHERE hash = ANY ($2::bytea[])) ON CONFLICT DO NOTHING RETURNING 1 AS one`,
    [secretHash(pepper, what), acceptedHashes(pepper, what)],
  )
  return noted.length > 0
}

/** A session of a person, by the hash of its token. */
export interface SwitchedSession {
  readonly session: Buffer
  readonly person: KnownPerson
}

/** Has a person's session go on in another of their teams, with a new token; null if they are not in it. */
export async function switchTeam(
  db: Database,
  { session, person }: SwitchedSession,
  team: string,
  pepper: Pepper,
): Promise<string | null> {
  const token = newSecret()
  return db.transaction(async (tx) => {
    const moved = await query<{ team: string }>(tx, SWITCH, [session, secretHash(pepper, token), team])
    if (moved[0] === undefined) return null
    const entry = { team: asTeamId(moved[0].team), actor: person.name, action: 'session.start', subject: null }
    await writeAudit(tx, entry)
    return token
  })
}

const SWITCH = `
UPDATE session s SET team_id = t.id, token_hash = $2
FROM membership m JOIN team t ON t.id = m.team_id
WHERE s.token_hash = $1 AND m.person_id = s.person_id AND m.ended_at IS NULL AND t.name = $3
RETURNING s.team_id AS team`

/** Who a logout token is about: the provider's session, or all of somebody's. */
export interface LoggedOut {
  readonly issuer: string
  readonly subject: string | null
  readonly providerSession: string | null
}

/** Ends the sessions that a provider ended; it names each once. Returns how many, or null if it named this before. */
export async function endProviderSessions(
  db: Database,
  { issuer, subject, providerSession }: LoggedOut,
  once: { readonly id: string; readonly pepper: Pepper },
): Promise<number | null> {
  return db.transaction(async (tx) => {
    if (!(await useOnce(tx, `logout ${issuer} ${once.id}`, once.pepper))) return null
    const ended = await query<{ team: string; name: string }>(tx, END, [issuer, subject, providerSession])
    for (const { team, name } of ended) {
      await writeAudit(tx, { team: asTeamId(team), actor: name, action: 'session.end', subject: 'provider' })
    }
    return ended.length
  })
}

const END = `
DELETE FROM session s USING person p
WHERE p.id = s.person_id AND p.issuer = $1 AND ($2::text IS NULL OR p.subject = $2)
  AND ($3::text IS NULL OR s.provider_session = $3) AND ($2::text IS NOT NULL OR $3::text IS NOT NULL)
RETURNING s.team_id AS team, p.name`

/** A session whose provider is to be asked again. */
export interface DueSession {
  readonly person: KnownPerson
  readonly subject: string
  readonly sealedTokens: Buffer
  /** How long ago the provider last confirmed it. */
  readonly unconfirmedSeconds: number
}

/** Takes a session whose provider has not been asked for a while; null if it has, or cannot be. One process gets it. */
export async function takeDueSession(db: Db, session: Buffer): Promise<DueSession | null> {
  const [due] = await query<{
    id: string
    name: string
    subject: string
    sealedTokens: Buffer
    unconfirmedSeconds: number
  }>(db, TAKE_DUE, [session])
  if (due === undefined) return null
  const { id, name, ...rest } = due
  return { ...rest, person: { id, name } }
}

const TAKE_DUE = `
UPDATE session s SET asked_at = now() FROM person p
WHERE s.token_hash = $1 AND s.person_id = p.id AND ${DUE}
RETURNING p.id, p.name, p.subject, s.sealed_tokens AS "sealedTokens",
  extract(epoch FROM now() - s.confirmed_at)::float8 AS "unconfirmedSeconds"`

/** Has a session's provider asked again at the next review, however recently it was. */
export async function makeDue(db: Db, session: Buffer): Promise<void> {
  await sessionsOf(db).update({ tokenHash: session }, { askedAt: () => `'-infinity'` })
}

/** Finds the team of a person's session that goes on no more because their membership ended; null if there is none. */
export async function findLeftTeam(db: Db, token: string, pepper: Pepper): Promise<string | null> {
  const [left] = await query<{ team: string }>(db, LEFT, [acceptedHashes(pepper, token)])
  return left?.team ?? null
}

const LEFT = `
SELECT t.name AS team FROM session s JOIN person p ON p.id = s.person_id
JOIN membership m ON m.person_id = s.person_id AND m.team_id = s.team_id JOIN team t ON t.id = s.team_id
WHERE s.token_hash = ANY ($1::bytea[]) AND ${LIVE} AND m.ended_at IS NOT NULL AND p.ended_at IS NULL`

/** Stores what the provider said of a session's person: their teams, and the tokens to ask with next. */
export async function confirmSession(
  db: Database,
  session: Buffer,
  said: { readonly person: KnownPerson; readonly roles: readonly TeamRole[]; readonly sealedTokens: Buffer | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    await query(tx, `UPDATE person SET confirmed_at = now() WHERE id = $1`, [said.person.id])
    await sessionsOf(tx).update({ tokenHash: session }, { confirmedAt: () => 'now()', sealedTokens: said.sealedTokens })
    await setMemberships(tx, said.person, said.roles)
  })
}

/** Stores the tokens to ask a session's provider with next, though it confirmed nothing. */
export async function keepTokens(db: Database, session: Buffer, sealedTokens: Buffer): Promise<void> {
  await sessionsOf(db).update({ tokenHash: session }, { sealedTokens })
}

/** Ends a session that its provider no longer vouches for, and says so in the log. */
export async function endUnconfirmed(db: Database, session: Buffer, person: KnownPerson): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await query<{ team: string }>(
      tx,
      `DELETE FROM session WHERE token_hash = $1 RETURNING team_id AS team`,
      [session],
    )
    for (const { team } of ended) {
      await writeAudit(tx, { team: asTeamId(team), actor: person.name, action: 'session.end', subject: 'provider' })
    }
  })
}

/** Reads the provider's tokens of a session, to sign out there too; null if there are none. */
export async function sealedTokensOf(db: Db, session: Buffer): Promise<Buffer | null> {
  const rows = await query<{ sealedTokens: Buffer | null }>(
    db,
    `SELECT sealed_tokens AS "sealedTokens" FROM session WHERE token_hash = $1`,
    [session],
  )
  return rows[0]?.sealedTokens ?? null
}

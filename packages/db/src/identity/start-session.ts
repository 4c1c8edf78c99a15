import { SessionEntity } from '../entities/session.js'
import { type Database, query } from '../store/query.js'
import type { KeyHolder } from './find-key-holder.js'
import { newSecret } from './key-text.js'
import { type Pepper, secretHash } from './secret-hash.js'
import { writeAudit } from './write-audit.js'

/** How long a browser stays signed in. */
export const SESSION_HOURS = 12

/** Sessions one key may have; one more ends the oldest. */
const SESSIONS_OF_A_KEY = 100

/** Creates a session for a key's holder; the token goes into the browser's cookie. Clears expired sessions away. */
export async function startSession(
  db: Database,
  { keyId, team }: Pick<KeyHolder, 'keyId' | 'team'>,
  pepper: Pepper,
): Promise<string> {
  const token = newSecret()
  await db.transaction(async (tx) => {
    await query(tx, `DELETE FROM session WHERE expires_at < now()`)
    await query(tx, END_OLDEST, [keyId])
    const tokenHash = secretHash(pepper, token)
    await tx.getRepository(SessionEntity).insert({ tokenHash, teamId: team, keyId, expiresAt: inHours })
    await writeAudit(tx, { team, actor: keyId, action: 'session.start', subject: null })
  })
  return token
}

const END_OLDEST = `
DELETE FROM session WHERE token_hash IN (
  SELECT token_hash FROM session WHERE key_id = $1 ORDER BY created_at DESC OFFSET ${SESSIONS_OF_A_KEY - 1})`

/** Ends a browser's session. */
export async function endSession(db: Database, token: string, pepper: Pepper): Promise<void> {
  await db.getRepository(SessionEntity).delete({ tokenHash: secretHash(pepper, token) })
}

const inHours = () => `now() + interval '${SESSION_HOURS} hours'`

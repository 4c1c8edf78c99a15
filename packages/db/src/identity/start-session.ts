import { type Database, query } from '../store/query.js'
import type { KeyHolder } from './find-key-holder.js'
import { newSecret } from './key-text.js'
import { type Pepper, secretHash } from './secret-hash.js'
import { writeAudit } from './write-audit.js'

/** How long a browser stays signed in. */
export const SESSION_HOURS = 12

/** Browsers that may be signed in with one key; one more signs out the first. */
const SESSIONS_OF_A_KEY = 100

/** Signs a browser in for its key's holder; the token is its cookie. Sessions that ended are cleared away. */
export async function startSession(
  db: Database,
  { keyId, team }: Pick<KeyHolder, 'keyId' | 'team'>,
  pepper: Pepper,
): Promise<string> {
  const token = newSecret()
  await db.transaction(async (tx) => {
    await query(tx, `DELETE FROM session WHERE expires_at < now()`)
    await query(tx, END_OLDEST, [keyId])
    await query(
      tx,
      `INSERT INTO session (token_hash, team_id, key_id, expires_at)
       VALUES ($1, $2, $3, now() + interval '${SESSION_HOURS} hours')`,
      [secretHash(pepper, token), team, keyId],
    )
    await writeAudit(tx, { team, actor: keyId, action: 'session.start', subject: null })
  })
  return token
}

const END_OLDEST = `
DELETE FROM session WHERE token_hash IN (
  SELECT token_hash FROM session WHERE key_id = $1 ORDER BY created_at DESC OFFSET ${SESSIONS_OF_A_KEY - 1})`

/** Signs a browser out. */
export async function endSession(db: Database, token: string, pepper: Pepper): Promise<void> {
  await query(db, `DELETE FROM session WHERE token_hash = $1`, [secretHash(pepper, token)])
}

import type { MadeShareLink, ShareLinkView, ShareTarget } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { writeAudit } from '../identity/audit.js'
import { newSecret } from '../identity/secrets.js'
import { newId, sha256, type TeamId } from '../ids.js'
import { ShareLinkEntity } from '../schema/sharing.js'
import { SHARED_IDS } from './open-share.js'

/** Links of one team that work at a time: more than people keep an eye on. */
export const MOST_SHARE_LINKS = 500

/** A link to make. */
export interface NewLink {
  readonly target: ShareTarget
  readonly days: number
  /** The name of the key that makes it, and its name in the audit log. */
  readonly by: string | null
  readonly actor: string
}

interface Row extends Omit<ShareLinkView, 'createdAt' | 'expiresAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date
}

const WORKS = 'l.revoked_at IS NULL AND l.expires_at > now()'
const SELECT_LINK = `
SELECT l.id, l.target, l.created_by AS "createdBy", l.created_at AS "createdAt", l.expires_at AS "expiresAt",
       ARRAY(SELECT e.name FROM jsonb_array_elements_text(${SHARED_IDS('l.target')}) WITH ORDINALITY n(id, nth)
             JOIN evaluation e ON e.id = n.id::uuid ORDER BY n.nth) AS names
FROM share_link l WHERE l.team_id = $1`

/** Makes a link and audits who did; null if the team has as many as it may. The result holds its token, this once. */
export function createShareLink(db: Database, team: TeamId, link: NewLink): Promise<MadeShareLink | null> {
  return transaction(db, async (tx) => {
    const [working] = await query<{ n: number }>(
      tx,
      `SELECT count(*)::int AS n FROM share_link l WHERE l.team_id = $1 AND ${WORKS}`,
      [team],
    )
    if ((working?.n ?? 0) >= MOST_SHARE_LINKS) return null
    const { target, days, by, actor } = link
    const [id, token] = [newId(), newSecret()]
    await query(
      tx,
      `INSERT INTO share_link (id, team_id, target, token_hash, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6))`,
      [id, team, JSON.stringify(target), shareHash(token), by, days],
    )
    await writeAudit(tx, { team, actor, action: 'share.create', subject: id, detail: { target, days } })
    const [row] = await query<Row>(tx, `${SELECT_LINK} AND l.id = $2`, [team, id])
    if (row === undefined) throw new Error('a link just made is there')
    return { ...linkView(row), token }
  })
}

/** Lists a team's links that work, newest first. */
export async function listShareLinks(db: Db, team: TeamId): Promise<ShareLinkView[]> {
  const rows = await query<Row>(db, `${SELECT_LINK} AND ${WORKS} ORDER BY l.id DESC LIMIT ${MOST_SHARE_LINKS}`, [team])
  return rows.map(linkView)
}

/** Has a link that works end so many days from now, and audits who did; null if the team has no such link. */
export function changeShareLink(
  db: Database,
  team: TeamId,
  { id, days, actor }: { readonly id: string; readonly days: number; readonly actor: string },
): Promise<ShareLinkView | null> {
  return transaction(db, async (tx) => {
    const changed = await query<{ id: string }>(
      tx,
      `UPDATE share_link l SET expires_at = now() + make_interval(days => $3) WHERE l.team_id = $1 AND l.id = $2 AND ${WORKS}
       RETURNING l.id`,
      [team, id, days],
    )
    if (changed.length === 0) return null
    await writeAudit(tx, { team, actor, action: 'share.change', subject: id, detail: { days } })
    const [row] = await query<Row>(tx, `${SELECT_LINK} AND l.id = $2`, [team, id])
    return row === undefined ? null : linkView(row)
  })
}

/** Ends a link, and audits who did; false if the team has no such link. Ending it twice changes nothing. */
export function revokeShareLink(
  db: Database,
  team: TeamId,
  { id, actor }: { readonly id: string; readonly actor: string },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const links = tx.getRepository(ShareLinkEntity)
    const link = await links.findOne({ where: { teamId: team, id } })
    if (link === null) return false
    if (link.revokedAt !== null) return true
    await links.update({ teamId: team, id }, { revokedAt: () => 'now()' })
    await writeAudit(tx, { team, actor, action: 'share.revoke', subject: id, detail: { target: link.target } })
    return true
  })
}

/** The hash by which a token is looked up. It needs no pepper: 256 random bits cannot be guessed from it. */
export function shareHash(token: string): Buffer {
  return Buffer.from(sha256(token))
}

function linkView({ createdAt, expiresAt, ...row }: Row): ShareLinkView {
  return { ...row, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

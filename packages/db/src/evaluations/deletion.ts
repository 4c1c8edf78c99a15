import { type DeletedEvaluation, hasEnded } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { writeAudit } from '../identity/audit.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { EvaluationEntity } from '../schema/evaluation.js'
import { lockTeamEvaluation } from './status.js'

/** Somebody's act on an evaluation of a team, for the audit log. */
export interface Act {
  readonly id: string
  readonly actor: string
}

/** Finds whose evaluation it is: the name of the key that submitted it. Null if the team has no such evaluation. */
export async function findOwner(db: Db, team: TeamId, id: string): Promise<{ owner: string | null } | null> {
  const rows = await query<{ owner: string | null }>(
    db,
    'SELECT owner FROM evaluation WHERE team_id = $1 AND id = $2',
    [team, id],
  )
  return rows[0] ?? null
}

/** Renames an evaluation, and audits who did. */
export function renameEvaluation(db: Database, team: TeamId, name: string, { id, actor }: Act): Promise<void> {
  return transaction(db, async (tx) => {
    const [before] = await query<{ name: string }>(
      tx,
      'SELECT name FROM evaluation WHERE team_id = $1 AND id = $2 FOR NO KEY UPDATE',
      [team, id],
    )
    if (before === undefined) return
    await tx.getRepository(EvaluationEntity).update({ teamId: team, id }, { name, version: () => 'version + 1' })
    const detail = { from: before.name, to: name }
    await writeAudit(tx, { team, actor, action: 'evaluation.rename', subject: id, detail })
  })
}

/** Archives an evaluation or brings it back, and audits who did. Returns false if it has not ended. */
export function setArchived(db: Database, team: TeamId, archived: boolean, { id, actor }: Act): Promise<boolean> {
  return transaction(db, async (tx) => {
    const evaluation = await lockTeamEvaluation(tx, team, id)
    if (evaluation === null || !hasEnded(evaluation.status)) return false
    const changed = await query(tx, ARCHIVE, [team, id, archived])
    const action = archived ? 'evaluation.archive' : 'evaluation.unarchive'
    if (changed.length > 0) await writeAudit(tx, { team, actor, action, subject: id })
    return true
  })
}

const ARCHIVE = `
UPDATE evaluation SET archived_at = CASE WHEN $3::boolean THEN now() END, version = version + 1
WHERE team_id = $1 AND id = $2 AND (archived_at IS NOT NULL) <> $3::boolean RETURNING id`

/**
 * Deletes an evaluation that has ended, and audits who did: no team sees it any more, and the sweep removes its rows.
 * Returns null if it has not ended.
 */
export function deleteEvaluation(db: Database, team: TeamId, { id, actor }: Act): Promise<DeletedEvaluation | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockTeamEvaluation(tx, team, id)
    if (evaluation === null || !hasEnded(evaluation.status)) return null
    const [deleted] = await query<DeletedEvaluation>(tx, 'SELECT id, name, samples, bytes FROM delete_evaluation($1)', [
      id,
    ])
    if (deleted === undefined) return null
    const { id: _id, ...detail } = deleted
    await writeAudit(tx, { team, actor, action: 'evaluation.delete', subject: id, detail })
    return deleted
  })
}

/**
 * Marks an evaluation of the caller's team as deleted; row-level security then hides it, and would refuse the same
 * statement from the API. Its idempotency key is free again.
 */
export const DELETE_EVALUATION: DatabaseFunction = {
  name: 'delete_evaluation',
  takes: '_id uuid',
  returns: 'TABLE (id uuid, name text, samples integer, bytes double precision)',
  does: `
RETURN QUERY
UPDATE evaluation e SET deleted_at = now(), idempotency_key = NULL, idempotency_hash = NULL
WHERE e.id = _id AND e.team_id = nullif(current_setting('cges.team', true), '')::uuid
  AND e.deleted_at IS NULL AND e.finished_at IS NOT NULL
RETURNING e.id, e.name, e.samples_drawn, e.stored_bytes::float8;`,
}

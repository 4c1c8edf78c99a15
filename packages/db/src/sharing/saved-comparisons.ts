import type { NewSavedComparison, SavedComparison } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import { SavedComparisonEntity } from '../schema/sharing.js'

/** Comparisons a team may keep: more than anybody looks through. */
export const MOST_SAVED_COMPARISONS = 500

interface Row extends Omit<SavedComparison, 'createdAt'> {
  readonly createdAt: Date
}

const SELECT_SAVED = `
SELECT c.id, c.name, c.note, c.chosen, c.created_by AS "createdBy", c.created_at AS "createdAt",
       ARRAY(SELECT e.name FROM jsonb_array_elements_text(c.chosen -> 'evaluations') WITH ORDINALITY n(id, nth)
             JOIN evaluation e ON e.id = n.id::uuid ORDER BY n.nth) AS names
FROM saved_comparison c WHERE c.team_id = $1`

/** Keeps a comparison; null if the team keeps as many as it may. */
export function saveComparison(
  db: Database,
  team: TeamId,
  { name, note, chosen, by }: NewSavedComparison & { readonly by: string | null },
): Promise<SavedComparison | null> {
  return transaction(db, async (tx) => {
    const [kept] = await query<{ n: number }>(
      tx,
      'SELECT count(*)::int AS n FROM saved_comparison c WHERE c.team_id = $1',
      [team],
    )
    if ((kept?.n ?? 0) >= MOST_SAVED_COMPARISONS) return null
    const id = newId()
    await tx.getRepository(SavedComparisonEntity).insert({ id, teamId: team, name, note, chosen, createdBy: by })
    const [row] = await query<Row>(tx, `${SELECT_SAVED} AND c.id = $2`, [team, id])
    if (row === undefined) throw new Error('a comparison just saved is there')
    return savedView(row)
  })
}

/** Lists the comparisons that a team keeps, newest first. */
export async function listSavedComparisons(db: Db, team: TeamId): Promise<SavedComparison[]> {
  const rows = await query<Row>(db, `${SELECT_SAVED} ORDER BY c.id DESC LIMIT ${MOST_SAVED_COMPARISONS}`, [team])
  return rows.map(savedView)
}

/** Deletes a comparison that a team keeps; false if there is none. */
export async function deleteSavedComparison(db: Db, team: TeamId, id: string): Promise<boolean> {
  const { affected } = await db.getRepository(SavedComparisonEntity).delete({ teamId: team, id })
  return (affected ?? 0) > 0
}

function savedView({ createdAt, ...row }: Row): SavedComparison {
  return { ...row, createdAt: createdAt.toISOString() }
}

import type { DataSource } from '@cges-fleet/db'
import { round, selectOne } from '../support/evaluation-rows.js'
import { landAll, landRankings } from '../support/landed-samples.js'
import { answerTo } from './commands.js'

/** Rounds and landings in turn until nothing moves any more; gives how the evaluation ended. */
export async function runAlone(
  db: DataSource,
  id: string,
  model = answerTo,
): Promise<{ status: string; digest: string | null }> {
  for (let step = 0; step < 200; step++) {
    const { more } = await round(db, id)
    const landed = (await landRankings(db)) + (await landAll(db, model))
    if (landed === 0 && !more) break
  }
  return selectOne(db, 'SELECT status, digest FROM evaluation WHERE id = $1', [id])
}

/** How many samples an evaluation has. */
export async function countSamples(db: DataSource, id: string): Promise<number> {
  const row = await selectOne<{ n: number }>(db, 'SELECT count(*)::int AS n FROM sample WHERE evaluation_id = $1', [id])
  return row.n
}

import { type Db, query } from '../query.js'
import { POINT_STEPS } from './point-steps.js'

const OLD = `pool p, (VALUES ${POINT_STEPS.map(({ step, kept }) => `(${step}, interval '${kept}')`).join(', ')}) AS k(step, kept)
  WHERE o.pool = p.name AND o.step = k.step AND o.at < now() - k.kept`

const FORGET = `
WITH pools AS (DELETE FROM pool_point o USING ${OLD}),
     teams AS (DELETE FROM team_point o USING ${OLD})
DELETE FROM worker_point o USING ${OLD}`

/** Deletes the points of pools that are older than their step is kept for. */
export async function forgetPoolPoints(db: Db): Promise<void> {
  await query(db, FORGET)
}

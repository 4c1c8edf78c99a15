import { type Db, query } from '../query.js'

/** Makes the next rounds recount an evaluation's closed prefix, after a change to its trials. */
export async function resetLiveFigures(tx: Db, evaluationId: string): Promise<void> {
  await query(tx, RESET, [evaluationId])
}

const RESET = `
WITH gone AS (DELETE FROM live_figures WHERE evaluation_id = $1)
UPDATE evaluation SET closed_prefix = 0 WHERE id = $1`

import { type Db, query } from '../query.js'

/** Has the next rounds count an evaluation's closed prefix anew: what its trials hold has changed. */
export async function resetLiveFigures(tx: Db, evaluationId: string): Promise<void> {
  await query(tx, RESET, [evaluationId])
}

const RESET = `
WITH gone AS (DELETE FROM live_figures WHERE evaluation_id = $1)
UPDATE evaluation SET closed_prefix = 0 WHERE id = $1`

import { type Db, query } from '../query.js'

/** Selects the text the model wrote for one sample; null if none is stored. */
export async function selectSampleText(db: Db, trialId: string, index: number): Promise<string | null> {
  const [row] = await query<{ text: string }>(db, 'SELECT text FROM sample_body WHERE trial_id = $1 AND index = $2', [
    trialId,
    index,
  ])
  return row?.text ?? null
}

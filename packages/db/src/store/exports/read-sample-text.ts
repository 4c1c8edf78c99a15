import { type Db, query } from '../query.js'

/** Reads what the model wrote for one sample; null where nothing is kept of it. */
export async function readSampleText(
  db: Db,
  { trialId, index }: { readonly trialId: string; readonly index: number },
): Promise<string | null> {
  const [row] = await query<{ text: string }>(db, 'SELECT text FROM sample_body WHERE trial_id = $1 AND index = $2', [
    trialId,
    index,
  ])
  return row?.text ?? null
}

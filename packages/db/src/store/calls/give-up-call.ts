import { type Db, query } from '../../connection/query.js'

/** Gives up a pending call that has been delivered too often. Returns its evaluation, or null. */
export async function giveUpCall(db: Db, callId: string, maxDeliveries: number): Promise<string | null> {
  const [given] = await query<{ evaluationId: string }>(db, `SELECT * FROM give_up_call($1, $2)`, [
    callId,
    maxDeliveries,
  ])
  return given?.evaluationId ?? null
}

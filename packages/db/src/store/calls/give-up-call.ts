import { type Db, query } from '../../connection/query.js'
import type { RegisteredWorker } from './claim-call.js'

/** Gives up a pending call of the worker's pool that has been delivered as often as the worker registered. Returns its evaluation, or null. */
export async function giveUpCall(db: Db, callId: string, worker: RegisteredWorker): Promise<string | null> {
  const [given] = await query<{ evaluationId: string }>(db, `SELECT * FROM give_up_call($1, $2, $3)`, [
    callId,
    worker.id,
    worker.secret,
  ])
  return given?.evaluationId ?? null
}

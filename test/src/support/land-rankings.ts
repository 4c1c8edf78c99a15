import { claimCall, type DataSource, landRanking } from '@cges-fleet/db'
import { select, TERMS } from './evaluation-rows.js'

/** Claims the pending rankings and lands an order for each: one of its places, whatever was asked. Returns how many. */
export async function landRankings(db: DataSource): Promise<number> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE kind = 'rank' AND state = 'pending' ORDER BY id`,
  )
  for (const { callId } of pending) {
    const ranking = await claimCall(db, callId, TERMS)
    if (ranking?.kind !== 'rank') throw new Error(`call ${callId} could not be claimed to rank questions`)
    const easiestFirst = ranking.questions.map((_, place) => place + 1).toReversed()
    const answer = { easiestFirst, promptTokens: 7, completionTokens: 20 }
    if (!(await landRanking(db, { ...ranking, gpuMs: 250 }, answer))) throw new Error(`call ${callId} did not land`)
  }
  return pending.length
}

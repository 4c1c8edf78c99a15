import type { ImportedSample } from '@cges-fleet/core'
import { claimCall, type ClaimedDraw, type DataSource, type DrawnSample, landRanking, landSample } from '@cges-fleet/db'
import { claim, select, TERMS } from './evaluation-rows.js'

/** Claims the pending draws, all unless fewer are wanted, and lands what the model gives, each after half a second of GPU time; returns how many. */
export async function landAll(
  db: DataSource,
  model: (draw: ClaimedDraw) => DrawnSample,
  most: number | null = null,
): Promise<number> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE kind = 'draw' AND state = 'pending' ORDER BY trial_id, index LIMIT $1`,
    [most],
  )
  for (const { callId } of pending) {
    const draw = await claim(db, { callId })
    if (!(await landSample(db, { ...draw, gpuMs: 512 }, model(draw)))) throw new Error(`call ${callId} did not land`)
  }
  return pending.length
}

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

/** An answer of a log as it is sent, with nothing told of it that is not given. */
export function importedSample(
  questionId: string,
  index: number,
  changes: Partial<ImportedSample> = {},
): Omit<ImportedSample, 'answerTier'> {
  return {
    questionId,
    index,
    outcome: 'answer',
    answer: '1',
    text: null,
    signals: null,
    finishReason: null,
    promptTokens: null,
    completionTokens: null,
    seed: null,
    error: null,
    ...changes,
  }
}

import { type ClaimedDraw, type DataSource, type DrawnSample, landSample } from '@cges-fleet/db'
import { claim, select } from './evaluation-rows.js'

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

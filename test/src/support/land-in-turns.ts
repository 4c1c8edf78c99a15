import { type DataSource, landSample, type RegisteredWorker } from '@cges-fleet/db'
import { claim, drawn, select } from './evaluation-rows.js'

const AT_ONCE = 20

/**
 * Lands the next pending samples of an evaluation of numbers, drawn by two workers in turns: one in five is wrong, and from
 * the given number of landed samples on every one of the second worker's is. Returns how many have landed in all.
 */
export async function landInTurns(
  db: DataSource,
  id: string,
  { workers, badFrom, landed }: { workers: readonly RegisteredWorker[]; badFrom: number; landed: number },
): Promise<number> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT k.id AS "callId" FROM call k JOIN trial t ON t.id = k.trial_id
     WHERE k.evaluation_id = $1 AND k.state = 'pending' ORDER BY t.ordinal LIMIT $2`,
    [id, AT_ONCE],
  )
  let nth = landed
  for (const { callId } of pending) {
    const place = nth % workers.length
    const worker = workers[place]
    if (worker === undefined) throw new Error('no worker')
    const draw = await claim(db, { callId }, { worker })
    const digits = draw.question.replaceAll(/\D/gu, '')
    const isWrong = Number(digits) % 5 === 0 || (place === 1 && nth >= badFrom)
    await landSample(db, { ...draw, gpuMs: 100 }, drawn(isWrong ? 'wrong' : digits))
    nth += 1
  }
  return nth
}

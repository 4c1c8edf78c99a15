import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { type DataSource, newId, planReplies, type TeamId } from '@cges-fleet/db'
import { POOL, WORKER } from './evaluation-rows.js'

/** Plans so many replies to one request of a team's, as a gateway does. */
export async function planChat(db: DataSource, teamId: TeamId, replies: number): Promise<string[]> {
  return (await planRequest(db, teamId, replies)).calls
}

/** The same, with the request's id. */
export async function planRequest(
  db: DataSource,
  teamId: TeamId,
  replies: number,
): Promise<{ readonly requestId: string; readonly calls: string[] }> {
  const requestId = newId()
  const draws = Array.from({ length: replies }, (_, index) => ({ index, seed: index }))
  const body = {
    messages: [{ role: 'user' as const, content: 'What is 3 times 4?' }],
    sampling: DEFAULT_SAMPLING,
    extra: {},
    methods: [{ method: 'sc' as const, budget: replies }],
    answerKind: 'math' as const,
    choices: null,
  }
  const work = { model: 'a-model', methodKey: `sc@${replies}`, budget: replies, seed: 7 }
  const opens = { body, work, tokensPerCall: 100 }
  const wanted = { requestId, draws, opens, tokensPerCall: 100 }
  const [planned] = await planReplies(db, { gateway: newId(), teamId, pool: POOL, teamDraws: 1000 }, [wanted])
  return { requestId, calls: (planned?.queued ?? []).map(({ callId }) => callId) }
}

/** Claims such a call for the tests' worker. */
export async function leaseChat(db: DataSource, callId: string | undefined): Promise<void> {
  await db.query(
    `UPDATE call SET state = 'leased', fence = 1, deliveries = 1, worker_id = $2, claim = gen_random_uuid(), claimed_at = now(),
     lease_until = now() + interval '1 minute' WHERE id = $1`,
    [callId, WORKER.id],
  )
}

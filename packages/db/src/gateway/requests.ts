import type { ChatBody, EvaluationReason } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import { beginAnew, takeTurns } from '../rounds/draws.js'
import type { QueuedCall } from '../rounds/queued-calls.js'
import type { ChatRequest } from '../schema/chat.js'
import { lockTurns } from '../rounds/room.js'

/** What is stored of a request as it begins. */
interface Opening extends Pick<ChatRequest, 'work'> {
  readonly body: ChatBody
  readonly tokensPerCall: number
}

/** Draws of replies that a request wants next. */
export interface WantedDraws {
  readonly requestId: string
  readonly draws: readonly { readonly index: number; readonly seed: number }[]
  /** What is stored with the first of them; null once it is. */
  readonly opens: Opening | null
  readonly tokensPerCall: number
}

/** Where a gateway's draws are made, and for whom. */
export interface DrawnFor {
  readonly gateway: string
  readonly teamId: TeamId
  readonly pool: string
  /** How many replies may be in flight for the team at once, over all gateways. */
  readonly teamDraws: number
}

export interface PlannedDraws {
  /** As many of those wanted as the team's limits allow, from the first on. */
  readonly queued: readonly QueuedCall[]
  /** The team's limit that prevents anything more from starting; null if none does. */
  readonly usedUp: EvaluationReason | null
  /** Seconds until that limit counts anew; null for one that does not. */
  readonly resetSeconds: number | null
  /** The share of its kept requests that the team has audited. */
  readonly auditShare: number
}

/**
 * Plans draws of a team's requests in one transaction, as rounds plan samples: with their turns among all teams and
 * within the team's limits. What is planned is queued after the commit, else the sweep does. A request is opened with
 * its first draws, and not at all if none of them is allowed.
 */
export function planReplies(db: Database, of: DrawnFor, wanted: readonly WantedDraws[]): Promise<PlannedDraws[]> {
  return transaction(db, async (tx) => {
    // A crash of the database ends the request too: it need not wait for the disk.
    await lockTurns(tx, of.teamId, { outlivesCrash: false })
    const draws = wanted.flatMap(({ requestId, draws: some }) => some.map((draw) => ({ requestId, ...draw })))
    const mostTokens = Math.max(1, ...wanted.map(({ tokensPerCall }) => tokensPerCall))
    const taker = { ...of, id: null, mostTokens, mostReplies: of.teamDraws }
    const { turns, last, virtual, weight, scale, usedUp, auditShare } = await takeTurns(tx, taker, draws.length)
    const rows = turns.flatMap((turn, at) =>
      draws.slice(at, at + 1).map((draw) => ({ callId: newId(), ...draw, ...turn })),
    )
    const begun = new Set(rows.map(({ requestId }) => requestId))
    const opened = wanted.flatMap(({ requestId, opens }) =>
      opens === null || !begun.has(requestId) ? [] : { id: requestId, ...opens },
    )
    const { gateway, teamId, pool } = of
    const written = [teamId, pool, JSON.stringify(rows), last, virtual, gateway, JSON.stringify(opened), weight]
    if (rows.length > 0) await query(tx, WRITE, written)
    await beginAnew(tx, pool, scale)
    const resetSeconds = await secondsToReset(tx, usedUp)
    return wanted.map(({ requestId }) => ({
      queued: rows
        .filter((row) => row.requestId === requestId)
        .map(({ callId, index, priority }) => ({ callId, index, priority, pool, ...QUEUED })),
      usedUp,
      resetSeconds,
      auditShare,
    }))
  })
}

const QUEUED = { kind: 'chat', fence: 0, trialId: null, rankingId: null, repair: null } as const

/** From when a limit counts anew. */
const RESETS: { readonly [Kind in EvaluationReason['kind']]?: 'day' | 'month' } = {
  team_tokens_of_call: 'day',
  team_gpu_seconds: 'month',
}

/** By the database's calendar, which limits are counted by. */
async function secondsToReset(tx: Db, usedUp: EvaluationReason | null): Promise<number | null> {
  const unit = usedUp === null ? undefined : RESETS[usedUp.kind]
  if (unit === undefined) return null
  const [row] = await query<{ seconds: number }>(tx, RESET, [unit])
  return row?.seconds ?? null
}

const RESET = `
SELECT ceil(extract(epoch FROM date_trunc($1::text, now()) + ('1 ' || $1::text)::interval - now()))::int AS seconds`

/** As a round's, but for what is its own: the team's last tag, and the virtual time unless another is just storing it. */
const WRITE = `
WITH virtual AS (
  UPDATE pool SET virtual_tag = $5
  WHERE name IN (SELECT name FROM pool WHERE name = $2 AND virtual_tag < $5 FOR NO KEY UPDATE SKIP LOCKED)
), kept AS (
  INSERT INTO turn (pool, team_id, last_tag, weight) VALUES ($2, $1, $4, $8)
  ON CONFLICT (pool, team_id) DO UPDATE SET last_tag = EXCLUDED.last_tag, weight = EXCLUDED.weight
), opened AS (
  INSERT INTO chat_request (id, team_id, pool, gateway, body, work, tokens_per_call)
  SELECT o.id, $1, $2, $6, o.body, o.work, o."tokensPerCall"
  FROM jsonb_to_recordset($7::jsonb) AS o(id uuid, body jsonb, work jsonb, "tokensPerCall" bigint)
)
INSERT INTO call (id, kind, request_id, index, team_id, pool, queue_at, seed, tag, cost)
SELECT "callId", 'chat', "requestId", index, $1, $2, now() + interval '1 second', seed, tag, cost
FROM jsonb_to_recordset($3::jsonb) AS p("callId" uuid, "requestId" uuid, index int, seed bigint, tag float8, cost real)`

/**
 * Says that a gateway still answers these requests: any other of its is ended by a sweep. Returns those that one has
 * ended already, since nothing was heard of the gateway for too long.
 */
export async function keepRequests(db: Db, requests: readonly string[]): Promise<string[]> {
  const ended = await query<{ id: string }>(db, KEEP, [requests])
  return ended.map(({ id }) => id)
}

const KEEP = `
WITH kept AS (
  UPDATE chat_request SET seen_at = now() WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL
)
SELECT id FROM chat_request WHERE id = ANY ($1::uuid[]) AND ended_at IS NOT NULL`

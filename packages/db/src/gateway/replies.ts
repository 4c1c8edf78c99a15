import type { DataSource } from 'typeorm'
import type { Outcome } from '@cges-fleet/core'
import { channelOf, listen } from '../connection/listen.js'
import { type Db, query } from '../connection/query.js'
import { keepRequests } from './requests.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import type { Ended } from '../worker/ends.js'
import { type DrawnSample, type Landing, landingOf } from '../worker/landings.js'

/**
 * Lands drawn replies whose attempts still hold their calls, as `landSamples` does samples; their gateways are told by
 * the database. Returns, in their order, whether each reply is its attempt's.
 */
export async function landChats(db: Db, landings: readonly Landing[]): Promise<boolean[]> {
  const bodies = landings.map(({ drawn }) => drawn.body)
  const rows = await query<{ callId: string; fence: number; ended: Ended }>(db, LAND, [
    JSON.stringify(landings.map(landingOf)),
    bodies.map((body) => body?.text ?? null),
    bodies.map((body) => body?.reasoning ?? null),
  ])
  const ended = new Map(rows.map((row) => [`${row.callId}/${row.fence}`, row.ended]))
  return landings.map(({ callId, fence }) => (ended.get(`${callId}/${fence}`) ?? 'late') !== 'late')
}

const LAND = `SELECT * FROM land_chats($1, $2, $3)`

/** Waits until all that was committed before is on the disk, so that a crash of the database loses none of it. */
export async function waitForDisk(db: Db): Promise<void> {
  await query(db, `SELECT pg_logical_emit_message(true, 'cges', '')`)
}

/**
 * Ends draws of replies and stores what was drawn. Parameters are as those of `land_samples`. The gateway hears of them
 * before they are on the disk: it is their worker that waits for that (`waitForDisk`), and lands them again if it fails.
 */
export const LAND_CHATS: DatabaseFunction = {
  name: 'land_chats',
  takes: '_landings jsonb, _texts text[], _reasonings text[]',
  returns: 'TABLE ("callId" uuid, fence integer, ended text)',
  does: `
PERFORM set_config('synchronous_commit', 'off', true);
RETURN QUERY
WITH landing AS MATERIALIZED (
  SELECT l.place, h."callId" AS call_id, h.fence, h."gpuMs" AS gpu_ms, l.landing -> 'drawn' AS drawn, l.landing -> 'end' AS ends
  FROM jsonb_array_elements(_landings) WITH ORDINALITY AS l(landing, place)
  CROSS JOIN jsonb_to_record(l.landing -> 'end') AS h("callId" uuid, fence int, "gpuMs" real)
), ended AS MATERIALIZED (
  SELECT e."callId", e.fence, e.ended FROM end_calls((SELECT jsonb_agg(l.ends) FROM landing l)) e
), landed AS (
  INSERT INTO chat_reply (request_id, index, team_id, outcome, drawn, text, reasoning, prompt_tokens, completion_tokens, gpu_ms)
  SELECT k.request_id, k.index, k.team_id, l.drawn ->> 'outcome', l.drawn, _texts[l.place], _reasonings[l.place],
         (l.drawn -> 'promptTokens')::int, (l.drawn -> 'completionTokens')::int, l.gpu_ms
  FROM ended e JOIN landing l ON l.call_id = e."callId" AND l.fence = e.fence JOIN call k ON k.id = l.call_id
  WHERE e.ended = 'now' AND k.kind = 'chat'
)
SELECT e."callId", e.fence, e.ended FROM ended e;`,
}

/** A reply as its gateway reads it. */
export interface LandedReply {
  readonly requestId: string
  readonly index: number
  readonly outcome: Outcome
  readonly drawn: Partial<Omit<DrawnSample, 'body'>>
  readonly text: string | null
  readonly reasoning: string | null
}

/** Which replies to read: one by its index, or all of a request. */
export interface WantedReply {
  readonly requestId: string
  readonly index: number | null
}

/** Selects replies that have landed, in the order of their indices. */
export function selectReplies(db: Db, wanted: readonly WantedReply[]): Promise<LandedReply[]> {
  return query<LandedReply>(db, SELECT, [wanted.map(({ requestId }) => requestId), wanted.map(({ index }) => index)])
}

const SELECT = `
SELECT r.request_id AS "requestId", r.index, r.outcome, r.drawn, r.text, r.reasoning
FROM unnest($1::uuid[], $2::int[]) AS w(request_id, index)
JOIN chat_reply r ON r.request_id = w.request_id AND r.index = coalesce(w.index, r.index)
ORDER BY r.request_id, r.index`

/** A listening connection; it ends by itself when the connection does. */
export interface Listening {
  /** As `keepRequests`, on the connection that the gateway hears by: a dead one is noticed. */
  keep(requests: readonly string[]): Promise<string[]>
  close(): Promise<void>
}

/**
 * Listens for a gateway's replies on a connection of its own. `lost` is called once, when the connection is: what landed
 * since is told by nobody, and must be read.
 */
export async function listenToReplies(
  db: DataSource,
  gateway: string,
  { heard, lost }: { readonly heard: (reply: WantedReply) => void; readonly lost: () => void },
): Promise<Listening> {
  const channel = await listen(db, channelOf('gateway', gateway), {
    heard: (payload) => {
      const [requestId, index] = payload.split(' ')
      if (requestId !== undefined && index !== undefined) heard({ requestId, index: Number(index) })
    },
    lost,
  })
  return { keep: (requests) => keepRequests(channel.db, requests), close: () => channel.close() }
}

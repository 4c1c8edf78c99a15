import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import type { Attempt, ClaimedRanking } from '../call-kinds.js'
import type { Ended } from './ends.js'

export interface DrawnSample {
  readonly outcome: Outcome
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly answerTier: AnswerTier | null
  readonly gradingVersion: number
  readonly signals: Confidences | null
  readonly signalsVersion: number
  /** A reward model's scores of the response's steps, if it was asked. */
  readonly rewardSteps?: readonly number[] | null
  /** How its confidence fell from token to token, if a method reads that. */
  readonly minima?: MinimaByWindow | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly finishReason: string | null
  readonly ttftMs: number | null
  readonly totalMs: number | null
  readonly engine: string | null
  readonly error: string | null
  /** Signals that a method needs and the server did not give; left out if none. */
  readonly lacks?: readonly string[]
  readonly body: SampleBody | null
}

interface SampleBody {
  readonly text: string
  readonly reasoning: string | null
  readonly tokenIds: Buffer | null
  readonly logprobs: Buffer | null
}

/** An attempt at a draw, and what it drew. */
export interface Landing extends Attempt {
  readonly gpuMs?: number | undefined
  readonly drawn: DrawnSample
}

/**
 * Lands drawn samples whose attempts still hold their calls, and settles the calls, or closes them as failed if they
 * are not charged; a late attempt is recorded as discarded and changes nothing else. Not a plain upsert: that would let
 * the faster of two attempts win, and fast attempts are short answers. Returns, in their order, whether each sample is
 * its attempt's.
 */
export async function landSamples(db: Db, landings: readonly Landing[]): Promise<boolean[]> {
  const bodies = landings.map(({ drawn }) => drawn.body)
  const rows = await query<Pick<Attempt, 'callId' | 'fence'> & { ended: Ended }>(db, LAND, [
    JSON.stringify(landings.map(landingOf)),
    bodies.map((body) => body?.text ?? null),
    bodies.map((body) => body?.reasoning ?? null),
    bodies.map((body) => body?.tokenIds ?? null),
    bodies.map((body) => body?.logprobs ?? null),
  ])
  const ended = new Map(rows.map((row) => [`${row.callId}/${row.fence}`, row.ended]))
  return landings.map(({ callId, fence }) => (ended.get(`${callId}/${fence}`) ?? 'late') !== 'late')
}

/** Lands one sample. */
export async function landSample(
  db: Db,
  { callId, fence, claim, gpuMs }: Attempt & { readonly gpuMs?: number },
  drawn: DrawnSample,
): Promise<boolean> {
  const [isOwn] = await landSamples(db, [{ callId, fence, claim, gpuMs, drawn }])
  return isOwn === true
}

/** Writes a landing as the database's functions read it. */
export function landingOf({ callId, fence, claim, gpuMs, drawn }: Landing) {
  const { outcome, error: reason, promptTokens, completionTokens } = drawn
  const isCharged = outcome !== 'invalid_request' && outcome !== 'infra_error'
  const state = isCharged ? 'settled' : 'failed'
  const end = { callId, fence, claim, state, again: false, reason, promptTokens, completionTokens, gpuMs }
  return { end, drawn: { ...drawn, body: undefined } }
}

const LAND = `SELECT * FROM land_samples($1, $2, $3, $4, $5)`

/**
 * Ends draws and stores their samples, which never change afterwards. A landing is how its attempt ended (`end`) and
 * what was drawn (`drawn`); its texts stand at the same place in the arrays.
 */
export const LAND_SAMPLES: DatabaseFunction = {
  name: 'land_samples',
  takes: '_landings jsonb, _texts text[], _reasonings text[], _token_ids bytea[], _logprobs bytea[]',
  returns: 'TABLE ("callId" uuid, fence integer, ended text)',
  does: `
RETURN QUERY
WITH landing AS MATERIALIZED (
  SELECT l.place, h."callId" AS call_id, h.fence, h."gpuMs" AS gpu_ms, l.landing
  FROM jsonb_array_elements(_landings) WITH ORDINALITY AS l(landing, place)
  CROSS JOIN jsonb_to_record(l.landing -> 'end') AS h("callId" uuid, fence int, "gpuMs" real)
), ended AS MATERIALIZED (
  SELECT e."callId", e.fence, e.ended FROM end_calls((SELECT jsonb_agg(l.landing -> 'end') FROM landing l)) e
), own AS MATERIALIZED (
  SELECT k.trial_id, k.index, k.team_id, k.evaluation_id, k.seed, k.unclear_faults, l.place, l.gpu_ms, d.*
  FROM ended e JOIN landing l ON l.call_id = e."callId" AND l.fence = e.fence JOIN call k ON k.id = l.call_id
  CROSS JOIN jsonb_to_record(l.landing -> 'drawn') AS d(
    outcome text, "rawAnswer" text, "answerKey" text, "answerTier" text, "gradingVersion" int, signals jsonb,
    "signalsVersion" int, "promptTokens" int, "completionTokens" int, "finishReason" text, "ttftMs" real,
    "totalMs" real, engine text, error text, "rewardSteps" jsonb,
    minima jsonb, lacks text[])
  WHERE e.ended = 'now'
), landed AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, unclear_faults, outcome, raw_answer, answer_key,
                      answer_tier, grading_version, signals, signals_version, prompt_tokens, completion_tokens,
                      finish_reason, ttft_ms, total_ms, engine, error, reward_steps, gpu_ms, minima,
                      lacks, landed_at)
  SELECT trial_id, index, team_id, evaluation_id, 'landed', seed, unclear_faults, outcome, "rawAnswer", "answerKey",
         "answerTier", "gradingVersion", signals, "signalsVersion", "promptTokens", "completionTokens", "finishReason",
         "ttftMs", "totalMs", engine, error, "rewardSteps", gpu_ms, minima, lacks, now()
  FROM own
), body AS (
  INSERT INTO sample_body (trial_id, index, team_id, text, reasoning, token_ids, logprobs)
  SELECT trial_id, index, team_id, _texts[place], _reasonings[place], _token_ids[place], _logprobs[place]
  FROM own WHERE _texts[place] IS NOT NULL
)
SELECT e."callId", e.fence, e.ended FROM ended e;`,
}

/** How often to ask in all for an answer that cannot be read. */
const TRIES = 2

export interface RankingAnswer {
  /** Numbers of the batch's questions from 1, easiest first; null if the answer could not be read. */
  readonly easiestFirst: readonly number[] | null
  readonly promptTokens: number
  readonly completionTokens: number
}

/**
 * Settles a call that ranked questions, if the attempt still holds it, and stores the order; an unreadable answer is
 * planned once more by a round. Returns whether the attempt's own end took effect.
 */
export async function landRanking(
  db: Db,
  ranking: Pick<ClaimedRanking, 'callId' | 'fence' | 'claim' | 'index'> & { readonly gpuMs?: number },
  { easiestFirst, ...tokens }: RankingAnswer,
): Promise<boolean> {
  const isLast = easiestFirst !== null || ranking.index + 1 >= TRIES
  const [row] = await query<{ ended: Ended }>(db, LAND_RANKED, [
    ranking.callId,
    ranking.fence,
    ranking.claim,
    JSON.stringify({ ...tokens, gpuMs: ranking.gpuMs, state: 'settled', again: false }),
    easiestFirst,
    isLast,
  ])
  return row !== undefined && row.ended !== 'late'
}

const LAND_RANKED = `SELECT * FROM land_ranking($1, $2, $3, $4, $5, $6)`

/** Ends a call that ranked questions, and its ranking unless it is to be retried once. */
export const LAND_RANKING: DatabaseFunction = {
  name: 'land_ranking',
  takes: '_call uuid, _fence integer, _claim uuid, _end jsonb, _easiest_first integer[], _last boolean',
  returns: 'TABLE (ended text)',
  does: `
RETURN QUERY
WITH ended AS MATERIALIZED (
  SELECT e.ended AS how
  FROM end_calls(jsonb_build_array(_end || jsonb_build_object('callId', _call, 'fence', _fence, 'claim', _claim))) e
), landed AS (
  UPDATE ranking r SET state = 'landed', easiest_first = _easiest_first
  FROM ended e JOIN call k ON k.id = _call AND e.how = 'now'
  WHERE r.id = k.ranking_id AND _last
)
SELECT how FROM ended;`,
}

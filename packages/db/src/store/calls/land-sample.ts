import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import type { Attempt } from './claim-call.js'
import type { Ended } from './end-call.js'
import { type Db, query } from '../../connection/query.js'

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

export interface SampleBody {
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

function landingOf({ callId, fence, claim, gpuMs, drawn }: Landing) {
  const { outcome, error: reason, promptTokens, completionTokens } = drawn
  const isCharged = outcome !== 'invalid_request' && outcome !== 'infra_error'
  const state = isCharged ? 'settled' : 'failed'
  const end = { callId, fence, claim, state, again: false, reason, promptTokens, completionTokens, gpuMs }
  return { end, drawn: { ...drawn, body: undefined } }
}

const LAND = `SELECT * FROM land_samples($1, $2, $3, $4, $5)`

import type { CallKind, ChatBody, EvaluationReason } from '@cges-fleet/core'
import { type EndsBelow, isSetMethod } from '@cges-fleet/methods'
import type { Db } from './connection/query.js'
import type { LockedEvaluation } from './rounds/evaluation-lock.js'
import type { QueuedCall } from './rounds/queued-calls.js'
import { takeRankingsToQueue } from './rounds/rankings.js'

/** Identifies an attempt at a call: only the attempt that holds the call's current fence may write. */
export interface Attempt {
  readonly callId: string
  readonly fence: number
  /** The key of its claim, known to its worker alone. */
  readonly claim: string
}

/** What every claim hands out, whatever the kind of its call. */
export interface Claimed extends Attempt {
  readonly teamId: string
  /** Null for a reply to a request of the gateway, which belongs to no evaluation. */
  readonly evaluationId: string | null
  /** Which sample of its trial, reply to its request or try at its ranking, from 0. */
  readonly index: number
  readonly seed: number
  readonly unclearFaults: number
  /** How many methods the evaluation has: more may have been added. */
  readonly methods: number
}

/** A call that draws a sample. */
export interface ClaimedDraw extends Claimed {
  readonly kind: 'draw'
  readonly evaluationId: string
  readonly trialId: string
  readonly question: string
  readonly choices: readonly string[] | null
  /** Where its response may be ended early; null if it is wanted whole. */
  readonly endsBelow: EndsBelow | null
}

/** A call that ranks a batch of questions by difficulty. */
export interface ClaimedRanking extends Claimed {
  readonly kind: 'rank'
  readonly evaluationId: string
  readonly rankingId: string
  /** The questions of the batch, in its order. */
  readonly questions: readonly string[]
}

/** A call that draws a reply to a request of the gateway. */
export interface ClaimedChat extends Claimed {
  readonly kind: 'chat'
  readonly evaluationId: null
  readonly requestId: string
  readonly request: ChatBody
  readonly model: string
  /** The most tokens a prompt and its answer have together in the pool; null if no server has said. */
  readonly maxModelLen: number | null
}

/** A call that came from a queue; a call that scores a sample is claimed by the draw that wants it (`claimScore`). */
export type ClaimedCall = ClaimedDraw | ClaimedRanking | ClaimedChat

/** How much a round may still plan: calls of its kind in flight at once, and calls under the caps. */
interface Left {
  readonly atOnce: number
  readonly calls: number
}

interface Planned {
  readonly queued: readonly QueuedCall[]
  /** Whether calls of its kind are waiting for room. */
  readonly wait: boolean
  /** The team's limit that prevents further calls; null if none does. */
  readonly usedUp: EvaluationReason | null
}

/** Plans the calls of a kind that a round makes beside its samples. */
interface Planner {
  wantedBy(evaluation: LockedEvaluation): boolean
  plan(tx: Db, evaluation: LockedEvaluation, left: Left): Promise<Planned>
}

/** What the store knows of a kind of call. Claims, leases, ends, the sweep and the queues treat all kinds alike. */
interface CallRows {
  /** The check that its row must pass. */
  readonly row: string
  /** What its type adds to `Claimed`, selected as one JSON object from the call `k` and its evaluation `e`, if it has one. */
  readonly asks: string
  /** Null if its calls come about elsewhere: a round's samples are planned first, a score is claimed by its draw. */
  readonly planner: Planner | null
}

/** Every call belongs to an evaluation or, if it is the gateway's, to a request. */
const OF_EVALUATION = 'evaluation_id IS NOT NULL AND request_id IS NULL'

export const CALL_KINDS: Readonly<Record<CallKind, CallRows>> = {
  draw: {
    row: `${OF_EVALUATION} AND trial_id IS NOT NULL AND ranking_id IS NULL AND seed IS NOT NULL`,
    asks: `
      SELECT jsonb_build_object('trialId', t.id, 'question', q.question, 'choices', q.choices, 'endsBelow', k.ends_below)
      FROM trial t JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = t.position
      WHERE t.id = k.trial_id`,
    planner: null,
  },
  rank: {
    row: `${OF_EVALUATION} AND ranking_id IS NOT NULL AND trial_id IS NULL AND seed IS NOT NULL`,
    asks: `
      SELECT jsonb_build_object('rankingId', r.id, 'questions', jsonb_agg(q.question ORDER BY p.place))
      FROM ranking r CROSS JOIN unnest(r.positions) WITH ORDINALITY AS p(position, place)
      JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = p.position
      WHERE r.id = k.ranking_id GROUP BY r.id`,
    planner: { wantedBy: ({ methods }) => methods.some(isSetMethod), plan: takeRankingsToQueue },
  },
  score: {
    row: `${OF_EVALUATION} AND trial_id IS NOT NULL AND ranking_id IS NULL AND seed IS NULL`,
    asks: `SELECT '{}'::jsonb`,
    planner: null,
  },
  chat: {
    row: `request_id IS NOT NULL AND evaluation_id IS NULL AND trial_id IS NULL AND ranking_id IS NULL AND seed IS NOT NULL`,
    asks: `
      SELECT jsonb_build_object('requestId', r.id, 'request', r.body, 'model', p.model, 'maxModelLen', p.max_model_len)
      FROM chat_request r JOIN pool p ON p.name = r.pool WHERE r.id = k.request_id`,
    planner: null,
  },
}

/** Writes a case for each kind of call as SQL. */
export function byCallKind(kind: string, sql: (rows: CallRows) => string): string {
  const cases = Object.entries(CALL_KINDS).map(([name, rows]) => `WHEN '${name}' THEN ${sql(rows)}`)
  return `CASE ${kind} ${cases.join('\n')}`
}

/** Returns whether a round of the evaluation may plan calls beside samples. */
export function plansOtherCalls(evaluation: LockedEvaluation): boolean {
  return plannersOf(evaluation).length > 0
}

function plannersOf(evaluation: LockedEvaluation): Planner[] {
  return Object.values(CALL_KINDS).flatMap(({ planner }) => (planner?.wantedBy(evaluation) === true ? [planner] : []))
}

interface PlannedOthers extends Omit<Planned, 'wait'> {
  /** Whether calls wait that the caps do not leave. */
  readonly capped: boolean
}

/** Plans the calls of a round that draw no sample. The team's turns must be locked, as for samples. */
export async function planOtherCalls(tx: Db, evaluation: LockedEvaluation, left: Left): Promise<PlannedOthers> {
  const queued: QueuedCall[] = []
  let usedUp: EvaluationReason | null = null
  let capped = false
  for (const planner of plannersOf(evaluation)) {
    const calls = left.calls - queued.length
    const planned = await planner.plan(tx, evaluation, { ...left, calls })
    queued.push(...planned.queued)
    usedUp ??= planned.usedUp
    capped ||= calls < 1 && planned.wait
  }
  return { queued, usedUp, capped }
}

import { GRADING_VERSION } from '@cges-fleet/answers'
import { type Caps, type EvaluationReason, hasEnded } from '@cges-fleet/core'
import { methodKey, type MethodSpec } from '@cges-fleet/methods'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { SpendingEntity } from '../schema/limits.js'
import { FORGET_BEST } from './verdicts.js'
import { resetLiveTotals } from '../statistics-tables/live.js'
import { writeEvent } from './events.js'
import { type Asked, lockTeamEvaluation, logChange, type TeamEvaluation } from './status.js'

export interface ExtensionWanted extends Asked {
  readonly id: string
  readonly methods: readonly MethodSpec[]
  readonly replicates?: number | undefined
  readonly caps: Caps
}

export type Extended =
  | { readonly kind: 'extended' | 'unchanged' }
  | { readonly kind: 'refused'; readonly field: string; readonly problem: string }

interface Additions {
  readonly methods: readonly MethodSpec[]
  readonly replicates: number
  /** Those raised. */
  readonly caps: Caps
}

const ENDED_EARLY = ['cancelled', 'budget_stopped', 'decided']

/**
 * Extends an evaluation by methods, replicates or higher caps and lets it continue; one that ended early continues even
 * if nothing is added. One that its `until` ended goes on to its last question, and so does any that gets replicates. Only missing samples will be drawn. Null if the team has no such evaluation.
 */
export async function extendEvaluation(db: Database, team: TeamId, wanted: ExtensionWanted): Promise<Extended | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockTeamEvaluation(tx, team, wanted.id)
    if (evaluation === null) return null
    if (evaluation.status === 'failed') {
      return refuse('status', 'a failed evaluation cannot be extended. Run it again with other methods')
    }
    const replicates = wanted.replicates ?? evaluation.replicates
    if (replicates < evaluation.replicates) {
      return refuse('replicates', `must be at least ${evaluation.replicates}: an extension cannot remove replicates`)
    }
    if (evaluation.imported && replicates > evaluation.replicates) {
      return refuse('replicates', 'an imported evaluation cannot draw more samples')
    }
    const known = new Set(evaluation.methods.map(methodKey))
    const methods = wanted.methods.filter((method) => !known.has(methodKey(method)))
    if (methods.length > 0 && (await mayEndEarly(tx, evaluation.id))) {
      return refuse(
        'methods',
        'a method of this evaluation may have cut answers that others need whole. Submit a new evaluation',
      )
    }
    const goesOn = methods.length > 0 || replicates > evaluation.replicates || ENDED_EARLY.includes(evaluation.status)
    if (goesOn && hasEnded(evaluation.status) && (await hasEarlierReadings(tx, evaluation.id))) {
      return refuse(
        'status',
        `its samples were graded by an earlier version. Run cges regrade first (no model calls), then extend it`,
      )
    }
    const caps = await raiseCaps(tx, evaluation.id, wanted.caps)
    if ('kind' in caps) return caps
    if (!goesOn && caps.calls === undefined && caps.tokens === undefined) return { kind: 'unchanged' }
    await write(tx, evaluation, { methods, replicates, caps })
    if (methods.length > 0) await resetLiveTotals(tx, evaluation.id)
    const reason = additionsOf(evaluation, { methods, replicates, caps }, wanted.reason)
    await writeEvent(tx, evaluation, { kind: 'extended', reason })
    await logChange(tx, evaluation, { actor: wanted.actor, action: 'evaluation.extend' })
    return { kind: 'extended' }
  })
}

/** Whether existing answers would be compared with new ones read and keyed by another grading version. */
async function hasEarlierReadings(tx: Db, evaluationId: string): Promise<boolean> {
  const rows = await query(
    tx,
    `SELECT 1 FROM evaluation e JOIN trial t ON t.evaluation_id = e.id JOIN sample s ON s.trial_id = t.id
     WHERE e.id = $1 AND e.regraded_to < $2 AND s.grading_version < $2 LIMIT 1`,
    [evaluationId, GRADING_VERSION],
  )
  return rows.length > 0
}

/** Whether a call was planned that may be ended before its answer, for methods that need no more of it. */
async function mayEndEarly(tx: Db, evaluationId: string): Promise<boolean> {
  const rows = await query(tx, `SELECT 1 FROM call WHERE evaluation_id = $1 AND ends_below IS NOT NULL LIMIT 1`, [
    evaluationId,
  ])
  return rows.length > 0
}

function refuse(field: string, problem: string): Extended & { kind: 'refused' } {
  return { kind: 'refused', field, problem }
}

interface CapsNow {
  readonly callCap: number | null
  readonly tokenCap: number | null
  readonly calls: number
  readonly tokens: number
  /** The team's limit for one evaluation. */
  readonly most: number | null
}

/** Raises caps; returns those that are new, or why they were refused. */
async function raiseCaps(
  tx: Db,
  evaluationId: string,
  { calls, tokens }: Caps,
): Promise<Caps | (Extended & { kind: 'refused' })> {
  if (calls === undefined && tokens === undefined) return {}
  const [now] = await query<CapsNow>(
    tx,
    `SELECT p.call_cap AS "callCap", p.token_cap::float8 AS "tokenCap", p.calls + p.calls_reserved AS calls,
            p.tokens::float8 AS tokens, m.max_calls_per_evaluation AS most
     FROM spending p JOIN team m ON m.id = p.team_id WHERE p.evaluation_id = $1`,
    [evaluationId],
  )
  if (now === undefined) return {}
  const leastCalls = now.callCap ?? now.calls
  const leastTokens = now.tokenCap ?? now.tokens
  if (calls !== undefined && calls < leastCalls) return refuse('caps.calls', `must be at least ${leastCalls}`)
  if (calls !== undefined && calls > (now.most ?? Infinity)) {
    return refuse('caps.calls', `must be at most ${now.most}, which your team allows one evaluation`)
  }
  if (tokens !== undefined && tokens < leastTokens) return refuse('caps.tokens', `must be at least ${leastTokens}`)
  const raised = {
    ...(calls === undefined || calls === now.callCap ? {} : { calls }),
    ...(tokens === undefined || tokens === now.tokenCap ? {} : { tokens }),
  }
  if (Object.keys(raised).length > 0) {
    await tx.getRepository(SpendingEntity).update({ evaluationId }, { callCap: calls, tokenCap: tokens?.toString() })
  }
  return raised
}

async function write(tx: Db, evaluation: TeamEvaluation, { methods, replicates }: Additions): Promise<void> {
  const more = replicates - evaluation.replicates
  await query(
    tx,
    `UPDATE evaluation
     SET spec = CASE WHEN $6 THEN spec - 'until' ELSE spec END || jsonb_build_object('methods', $2::jsonb) - 'interactive', decided = NULL, replicates = $3, trials_total = $3 * questions,
         replicate_blocks = $4, reopened_up_to = CASE WHEN $5 THEN 0 ELSE reopened_up_to END,
         status = CASE WHEN status = 'paused' THEN status ELSE 'running' END,
         reason = NULL, round_retry_at = NULL, finished_at = NULL, archived_at = NULL, digest = NULL, ${FORGET_BEST}, version = version + 1
     WHERE id = $1`,
    [
      evaluation.id,
      JSON.stringify([...evaluation.methods, ...methods]),
      replicates,
      more > 0 ? [...evaluation.replicateBlocks, more] : evaluation.replicateBlocks,
      methods.length > 0,
      // Later replicates follow all others: their closed prefix is no random sample.
      more > 0 || evaluation.status === 'decided',
    ],
  )
}

function additionsOf(
  evaluation: TeamEvaluation,
  { methods, replicates, caps }: Additions,
  why: string | undefined,
): EvaluationReason {
  return {
    kind: 'extended',
    counts: {
      replicates: replicates === evaluation.replicates ? null : replicates,
      calls: caps.calls ?? null,
      tokens: caps.tokens ?? null,
    },
    why: why ?? null,
    methods: methods.map(methodKey),
  }
}

import {
  callsPerSample,
  type Caps,
  type Lookahead,
  type Observed,
  type Past,
  type Priority,
  type Sampling,
  type SetAsideMethod,
  type SubmissionNote,
  type EvaluationReason,
  type Until,
} from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import type { OutcomeCount } from '@cges-fleet/statistics'
import { reasonJson } from './reason-json.js'
import { type Db, query } from '../connection/query.js'
import { newId, type TeamId } from '../ids.js'
import { EvaluationEntity } from '../schema/evaluation.js'
import { tokensPerCall } from '../benchmarks/tokens-per-call.js'

export interface NewEvaluation {
  readonly name: string
  readonly suite: string | null
  readonly benchmarkId: string
  readonly pool: string
  readonly methods: readonly MethodSpec[]
  /** Those that its pool cannot run, kept with their reason. */
  readonly setAside?: readonly SetAsideMethod[]
  /** What is known of its samples already. */
  readonly notes?: readonly SubmissionNote[]
  readonly sampling: Sampling
  /** Votes compare answers as written, as the paper does. */
  readonly paper?: boolean
  readonly seed: number
  readonly replicates: number
  readonly questions: number
  readonly caps?: Caps
  /** Whether it is prioritised over other work in its pool. */
  readonly interactive?: boolean
  /** Among its team's own evaluations in the pool; normal if left out. */
  readonly priority?: Priority
  /** How far it asks ahead of need when slots would otherwise be idle. */
  readonly lookahead?: Lookahead
  /** When it is wanted, as an ISO instant. */
  readonly finishBy?: string | undefined
  /** The share of its trials that is drawn on to the largest budget; left out or 0 for none. */
  readonly audit?: number | undefined
  /** When it may end before its last question. */
  readonly until?: Until | undefined
  /** The webhook to notify once it has ended. */
  readonly notify?: string | null
  /** Why it was submitted, if that is worth recording. */
  readonly reason?: EvaluationReason
  /** The trace it was submitted in, as a W3C traceparent. */
  readonly traceparent?: string | null
  /** The name of the key it is submitted with; null or left out without one. */
  readonly owner?: string | null
  /** The client's Idempotency-Key and a hash of what it sent with it. */
  readonly idempotency: { readonly key: string; readonly hash: string } | null
}

export type Inserted =
  | { readonly kind: 'created' | 'repeated'; readonly id: string }
  /** The key was used before with a different body. */
  | { readonly kind: 'conflict' }

/** Stores a submitted evaluation; repeating the same idempotency key with the same body returns the existing one. */
export async function insertEvaluation(db: Db, team: TeamId, evaluation: NewEvaluation): Promise<Inserted> {
  const id = newId()
  const inserted = await query<{ id: string }>(db, INSERT, [
    id,
    team,
    evaluation.name,
    evaluation.suite,
    evaluation.benchmarkId,
    evaluation.pool,
    JSON.stringify({
      methods: evaluation.methods,
      sampling: evaluation.sampling,
      ...(evaluation.paper === true ? { paper: true } : {}),
      ...(evaluation.interactive === true ? { interactive: true } : {}),
      ...((evaluation.lookahead ?? 'off') === 'off' ? {} : { lookahead: evaluation.lookahead }),
      ...(evaluation.finishBy === undefined ? {} : { finishBy: evaluation.finishBy }),
      ...((evaluation.audit ?? 0) === 0 ? {} : { audit: evaluation.audit }),
      ...(evaluation.until === undefined ? {} : { until: evaluation.until }),
      ...((evaluation.setAside ?? []).length === 0 ? {} : { setAside: evaluation.setAside }),
      ...((evaluation.notes ?? []).length === 0 ? {} : { notes: evaluation.notes }),
      ...(evaluation.notify == null ? {} : { notify: evaluation.notify }),
    }),
    evaluation.seed,
    evaluation.replicates,
    evaluation.questions,
    evaluation.idempotency?.key ?? null,
    evaluation.idempotency?.hash ?? null,
    evaluation.caps?.calls ?? null,
    evaluation.caps?.tokens ?? null,
    callsPerSample(evaluation.methods),
    reasonJson(evaluation.reason ?? null),
    evaluation.traceparent ?? null,
    evaluation.owner ?? null,
    evaluation.priority ?? 'normal',
  ])
  if (inserted.length > 0) return { kind: 'created', id }
  return (await findSubmitted(db, team, evaluation)) ?? { kind: 'conflict' }
}

/** Finds what the same idempotency key created before; null if it is new or absent. */
export async function findSubmitted(
  db: Db,
  team: TeamId,
  { idempotency }: Pick<NewEvaluation, 'idempotency'>,
): Promise<Inserted | null> {
  if (idempotency === null) return null
  const where = { teamId: team, idempotencyKey: idempotency.key }
  const first = await db.getRepository(EvaluationEntity).findOne({ where })
  if (first === null) return null
  return first.idempotencyHash === idempotency.hash ? { kind: 'repeated', id: first.id } : { kind: 'conflict' }
}

const INSERT = `
WITH inserted AS (
  INSERT INTO evaluation (id, team_id, name, suite, benchmark_id, pool, spec, seed, replicates, questions, trials_total,
                          idempotency_key, idempotency_hash, traceparent, owner, priority)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9::int * $10::int, $11, $12, $17, $18, $19)
  ON CONFLICT (team_id, idempotency_key) DO NOTHING
  RETURNING id, team_id, benchmark_id, pool, questions, spec
), spending AS (
  INSERT INTO spending (evaluation_id, team_id, call_cap, token_cap, calls_per_sample, tokens_per_call)
  SELECT e.id, e.team_id, least($13::int, m.max_calls_per_evaluation), $14, $15,
         ${tokensPerCall({ questions: 'e.questions', maxTokens: "(e.spec -> 'sampling' ->> 'maxTokens')::bigint", pool: 'e.pool' })}
  FROM inserted e JOIN benchmark b ON b.id = e.benchmark_id JOIN team m ON m.id = e.team_id
), event AS (
  INSERT INTO evaluation_event (evaluation_id, sequence, team_id, kind, reason)
  SELECT id, 1, team_id, 'submitted', $16::jsonb FROM inserted
)
SELECT id FROM inserted`

type Row = Pick<
  NewEvaluation,
  'name' | 'suite' | 'benchmarkId' | 'pool' | 'methods' | 'sampling' | 'replicates' | 'questions'
> & {
  readonly setAside: readonly SetAsideMethod[]
  readonly paper: boolean
  readonly interactive: boolean
  readonly priority: Priority
  readonly lookahead: Lookahead
  readonly finishBy: string | null
  readonly audit: number | null
  readonly until: Until | null
  readonly notify: string | null
  readonly seed: string
  readonly callCap: number | null
  readonly tokenCap: number | null
}

/** Selects the specification that would submit a team's evaluation once more; null if the team has none. */
export async function selectOriginal(db: Db, team: TeamId, id: string): Promise<NewEvaluation | null> {
  const rows = await query<Row>(
    db,
    `SELECT e.name, e.suite, e.benchmark_id AS "benchmarkId", e.pool, e.spec -> 'methods' AS methods,
            coalesce(e.spec -> 'setAside', '[]') AS "setAside",
            e.spec -> 'sampling' AS sampling, coalesce((e.spec -> 'paper')::boolean, false) AS paper,
            coalesce((e.spec -> 'interactive')::boolean, false) AS interactive, e.priority,
            coalesce(e.spec -> 'lookahead', '"off"') AS lookahead, e.spec ->> 'finishBy' AS "finishBy", (e.spec -> 'audit')::float8 AS audit,
            e.spec -> 'until' AS until, e.spec ->> 'notify' AS notify, e.seed, e.replicates, e.questions, p.call_cap AS "callCap",
            p.token_cap::float8 AS "tokenCap"
     FROM evaluation e LEFT JOIN spending p ON p.evaluation_id = e.id
     WHERE e.team_id = $1 AND e.id = $2`,
    [team, id],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { callCap, tokenCap, audit, until, finishBy, ...original } = row
  const caps = { calls: callCap ?? undefined, tokens: tokenCap ?? undefined }
  return {
    ...original,
    audit: audit ?? undefined,
    until: until ?? undefined,
    finishBy: finishBy ?? undefined,
    seed: Number(row.seed),
    caps,
    idempotency: null,
  }
}

/** Samples to average the cost of one over. */
const SAMPLES = 2000

/** Selects what a team's finished evaluations of a benchmark in a pool consumed, to forecast the next. */
export async function selectPast(db: Db, team: TeamId, at: { benchmarkId: string; pool: string }): Promise<Past> {
  const calls = await query<Observed & { key: string }>(db, CALLS, [team, at.benchmarkId, at.pool])
  const [each] = await query<Each>(db, EACH, [team, at.benchmarkId, at.pool])
  const observed = (mean: number | null | undefined, sd: number | null | undefined): Observed | null =>
    each === undefined || mean === null || mean === undefined ? null : { n: each.n, mean, sd: sd ?? 0 }
  return {
    calls: new Map(calls.map(({ key, ...seen }) => [key, seen])),
    tokensPerSample: observed(each?.tokens, each?.tokensSd),
    secondsPerSample: observed(each?.seconds, each?.secondsSd),
    gpuSecondsPerSample: observed(each?.gpuSeconds, each?.gpuSecondsSd),
  }
}

/** Trials of an earlier evaluation that tell how the next will go: the first of a random order. */
const FORESEEN_BY = 5000

/**
 * Selects how the trials of a team's last finished evaluation of a benchmark in a pool went, by the methods in order: `1`
 * right, `0` wrong. None if no evaluation had them all.
 */
export function selectPastOutcomes(
  db: Db,
  team: TeamId,
  at: { readonly benchmarkId: string; readonly pool: string; readonly keys: readonly string[] },
): Promise<OutcomeCount[]> {
  return query<OutcomeCount>(db, OUTCOMES, [team, at.benchmarkId, at.pool, at.keys])
}

interface Each {
  readonly n: number
  readonly tokens: number | null
  readonly tokensSd: number | null
  readonly seconds: number | null
  readonly secondsSd: number | null
  readonly gpuSeconds: number | null
  readonly gpuSecondsSd: number | null
}

const OUTCOMES = `
WITH last AS (
  SELECT id, benchmark_id, grading_version FROM evaluation e
  WHERE team_id = $1 AND benchmark_id = $2 AND pool = $3 AND status = 'done' AND NOT EXISTS (
    SELECT 1 FROM unnest($4::text[]) AS k(key)
    WHERE NOT EXISTS (SELECT 1 FROM method_calls WHERE evaluation_id = e.id AND method_key = k.key))
  ORDER BY finished_at DESC LIMIT 1
), went AS (
  SELECT string_agg(coalesce(g.correct, false)::int::text, '' ORDER BY array_position($4::text[], v.method_key)) AS outcomes
  FROM last l
  JOIN trial t ON t.evaluation_id = l.id AND t.ordinal < ${FORESEEN_BY}
  JOIN verdict v ON v.trial_id = t.id AND v.method_key = ANY ($4::text[]) AND v.grading_version = l.grading_version
  LEFT JOIN answer_grade g ON g.benchmark_id = l.benchmark_id AND g.position = t.position
    AND g.answer_key = v.answer_key AND g.grading_version = v.grading_version
  GROUP BY t.id HAVING count(*) = cardinality($4::text[])
)
SELECT outcomes, count(*)::int AS trials FROM went GROUP BY 1`

const DONE = `SELECT id, finished_at FROM evaluation WHERE team_id = $1 AND benchmark_id = $2 AND pool = $3 AND status = 'done'`

const CALLS = `
SELECT method_key AS key, sum(resolved)::int AS n, sum(calls * resolved)::float8 / sum(resolved) AS mean,
       sqrt(greatest(0, sum(calls::float8 ^ 2 * resolved) / sum(resolved)
                        - (sum(calls * resolved)::float8 / sum(resolved)) ^ 2)) AS sd
FROM method_calls WHERE evaluation_id IN (SELECT id FROM (${DONE}) d) GROUP BY 1 HAVING sum(resolved) > 0`

const EACH = `
SELECT count(*)::int AS n, avg(tokens)::float8 AS tokens, stddev_samp(tokens)::float8 AS "tokensSd",
       avg(seconds)::float8 AS seconds, stddev_samp(seconds)::float8 AS "secondsSd",
       avg(gpu)::float8 AS "gpuSeconds", stddev_samp(gpu)::float8 AS "gpuSecondsSd"
FROM (
  SELECT s.prompt_tokens + s.completion_tokens AS tokens, s.total_ms / 1000 AS seconds, s.gpu_ms / 1000 AS gpu FROM sample s
  WHERE s.evaluation_id = (SELECT id FROM (${DONE}) d ORDER BY finished_at DESC LIMIT 1) AND s.state = 'read'
    AND s.outcome NOT IN ('invalid_request', 'infra_error')
  LIMIT ${SAMPLES}
) s`

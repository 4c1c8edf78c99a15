import type { Observed, Past } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

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

interface Each {
  readonly n: number
  readonly tokens: number | null
  readonly tokensSd: number | null
  readonly seconds: number | null
  readonly secondsSd: number | null
  readonly gpuSeconds: number | null
  readonly gpuSecondsSd: number | null
}

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

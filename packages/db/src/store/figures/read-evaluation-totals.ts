import type { Caps, EvaluationEvent, EvaluationSummary, Sampling } from '@cges-fleet/core'
import type { ConfidenceSignal, MethodSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { evaluationSummary, SUMMARY, type SummaryRow } from '../evaluations/evaluation-summary.js'
import { listEvents } from '../evaluations/list-events.js'
import { type Database, type Db, query } from '../query.js'
import { type MethodClusterSums, readClusterSums } from './read-cluster-sums.js'
import { type BlockedReason, readBlockedReasons } from './read-blocked-reasons.js'
import { type DoubtfulTrials, readDoubtful } from './read-doubtful.js'
import { type PrefixRow, readPrefixFigures } from './read-prefix-figures.js'
import { readSignalMedians } from './read-signal-medians.js'

export interface EvaluationTotals {
  readonly summary: EvaluationSummary
  readonly version: number
  readonly at: string
  readonly seed: number
  readonly replicates: number
  readonly sampling: Partial<Sampling>
  readonly methods: readonly MethodSpec[]
  readonly digest: string | null
  readonly note: string
  readonly gradingVersion: number | null
  readonly startedTrials: number
  readonly attempts: number
  readonly inFlight: number
  readonly waiting: number
  readonly elapsedSeconds: number
  readonly recentSamples: number
  readonly calls: readonly MethodCallsRow[]
  readonly standings: readonly StandingRow[]
  /** How many trials are closed at the front of the order, none open among them, and what each method has on them. */
  readonly closedPrefix: number
  readonly prefixFigures: readonly PrefixRow[]
  /** How often replicates were asked for: their trials come after those there were. */
  readonly replicateBlocks: number
  readonly depths: readonly { depth: number; trials: number }[]
  readonly progress: readonly { at: string; samples: number }[]
  /** Calls spent on ranking, by method key. */
  readonly rankings: readonly { methodKey: string; calls: number }[]
  /** Of the signals stored, where a method reads one; else empty. */
  readonly signalMedians: readonly { signal: ConfidenceSignal; median: number }[]
  readonly caps: { readonly [cap in keyof Caps]-?: number | null }
  readonly spent: { readonly calls: number; readonly tokens: number }
  readonly events: readonly EvaluationEvent[]
  /** Of the samples drawn, the share that met a fault which may depend on what was being written. */
  readonly flaggedShare: number
  /** What rests on those, where they are more than a few; else empty. */
  readonly doubtful: readonly DoubtfulTrials[]
  /** Why trials are blocked; empty where none is. */
  readonly blockedReasons: readonly BlockedReason[]
  /** By question, where there are several replicates of each; else empty. */
  readonly clusters: readonly MethodClusterSums[]
}

export interface MethodCallsRow {
  readonly methodKey: string
  readonly calls: number
  readonly resolved: number
  readonly correct: number
}

/** Open trials of one method, by how far they were read. */
export interface StandingRow {
  readonly methodKey: string
  readonly depth: number
  readonly blocked: boolean
  readonly trials: number
  readonly leading: number
  readonly leadingCorrect: number
}

interface TotalsRow extends SummaryRow, Pick<EvaluationTotals, 'digest' | 'note'> {
  readonly version: number
  readonly at: Date
  readonly seed: string
  readonly replicates: number
  readonly sampling: Partial<Sampling>
  readonly methodSpecs: MethodSpec[]
  readonly gradingVersion: number | null
  readonly startedTrials: number
  readonly closedPrefix: number
  readonly replicateBlocks: number
  readonly attempts: number
  readonly inFlight: number
  readonly waiting: number
  readonly inFlightAttempts: number
  readonly elapsedSeconds: number
  readonly recentSamples: number
  readonly flaggedShare: number
  readonly callCap: number | null
  readonly tokenCap: number | null
  readonly callsSpent: number
  readonly tokensSpent: number
}

/** Flagged samples up to this share cannot move a figure by much. */
const FLAGGED_LIMIT = 0.005

/** Events a page shows. */
const NEWEST_EVENTS = 50

/** How far back "samples per second" looks. */
export const RATE_WINDOW_SECONDS = 30

/** Reads all that an evaluation's page shows, as of one instant. Null where the team has no such evaluation. */
export async function readEvaluationTotals(db: Database, team: TeamId, id: string): Promise<EvaluationTotals | null> {
  return db.transaction('REPEATABLE READ', async (tx) => {
    const rows = await query<TotalsRow>(tx, TOTALS, [team, id])
    const row = rows[0]
    if (row === undefined) return null
    return {
      summary: evaluationSummary(row),
      version: row.version,
      at: row.at.toISOString(),
      seed: Number(row.seed),
      replicates: row.replicates,
      sampling: row.sampling,
      methods: row.methodSpecs,
      digest: row.digest,
      note: row.note,
      gradingVersion: row.gradingVersion,
      startedTrials: row.startedTrials,
      closedPrefix: row.closedPrefix,
      replicateBlocks: row.replicateBlocks,
      attempts: row.attempts + row.inFlightAttempts,
      inFlight: row.inFlight,
      waiting: row.waiting,
      elapsedSeconds: row.elapsedSeconds,
      recentSamples: row.recentSamples,
      signalMedians: row.methodSpecs.some(({ method }) => method === 'cges')
        ? await readSignalMedians(tx, team, id)
        : [],
      caps: { calls: row.callCap, tokens: row.tokenCap },
      spent: { calls: row.callsSpent, tokens: row.tokensSpent },
      events: await listEvents(tx, team, { id, newest: NEWEST_EVENTS }),
      flaggedShare: row.flaggedShare,
      blockedReasons: row.trialsBlocked > 0 ? await readBlockedReasons(tx, team, id) : [],
      doubtful: row.flaggedShare > FLAGGED_LIMIT ? await readDoubtful(tx, team, id) : [],
      clusters: row.replicates > 1 ? await readClusterSums(tx, team, id) : [],
      ...(await readDistributions(tx, team, id)),
    }
  })
}

async function readDistributions(tx: Db, team: TeamId, id: string) {
  const [calls, standings, depths, progress] = [
    await query<MethodCallsRow>(tx, CALLS, [team, id]),
    await query<StandingRow>(tx, STANDINGS, [team, id]),
    await query<{ depth: number; trials: number }>(tx, DEPTHS, [team, id]),
    await query<{ at: Date; samples: number }>(tx, PROGRESS, [team, id]),
  ]
  return {
    calls,
    standings,
    depths,
    prefixFigures: await readPrefixFigures(tx, team, id),
    rankings: await query<{ methodKey: string; calls: number }>(tx, RANKINGS, [team, id]),
    progress: progress.map(({ at, samples }) => ({ at: at.toISOString(), samples })),
  }
}

const TOTALS = `
SELECT s.*, e.version, now() AS at, e.seed, e.replicates, e.spec -> 'sampling' AS sampling,
       e.spec -> 'methods' AS "methodSpecs", e.digest, e.note,
       e.grading_version AS "gradingVersion", e.trials_started AS "startedTrials", e.attempts,
       e.closed_prefix AS "closedPrefix", coalesce(cardinality(e.replicate_blocks), 1) AS "replicateBlocks",
       least(1, e.samples_flagged / greatest(1, e.samples_drawn)::float8) AS "flaggedShare",
       p.call_cap AS "callCap", p.token_cap::float8 AS "tokenCap", coalesce(p.calls, 0) AS "callsSpent",
       coalesce(p.tokens, 0)::float8 AS "tokensSpent", live.in_flight AS "inFlight", live.waiting, live.attempts AS "inFlightAttempts",
       extract(epoch FROM coalesce(e.finished_at, now()) - e.created_at)::float8 AS "elapsedSeconds",
       (SELECT coalesce(sum(samples), 0)::int FROM progress
        WHERE evaluation_id = e.id AND at > now() - interval '${RATE_WINDOW_SECONDS} seconds') AS "recentSamples"
FROM (${SUMMARY}) s
JOIN evaluation e ON e.id = s.id
LEFT JOIN spending p ON p.evaluation_id = e.id
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE state = 'leased')::int AS in_flight,
         count(*) FILTER (WHERE state = 'pending')::int AS waiting, coalesce(sum(fence), 0)::int + (
           SELECT coalesce(sum(k.fence), 0)::int FROM sample s JOIN call k USING (trial_id, index)
           WHERE s.evaluation_id = e.id AND s.state = 'landed' AND k.kind = 'draw') AS attempts
  FROM call WHERE evaluation_id = e.id AND live AND kind = 'draw'
) live
WHERE e.team_id = $1 AND e.id = $2`

const CALLS = `
SELECT method_key AS "methodKey", calls, resolved, correct FROM method_calls
WHERE team_id = $1 AND evaluation_id = $2
  AND grading_version = (SELECT regraded_to FROM evaluation WHERE id = $2) ORDER BY method_key, calls`

const STANDINGS = `
SELECT s.method_key AS "methodKey", s.read_up_to AS depth, s.blocked, count(*)::int AS trials,
       count(s.leader)::int AS leading, (count(*) FILTER (WHERE a.correct))::int AS "leadingCorrect"
FROM standing s
JOIN trial t ON t.id = s.trial_id
JOIN evaluation e ON e.id = s.evaluation_id
LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position AND a.answer_key = s.leader
  AND a.grading_version = (SELECT max(x.grading_version) FROM answer_grade x WHERE x.benchmark_id = a.benchmark_id
                           AND x.position = a.position AND x.answer_key = a.answer_key)
WHERE s.team_id = $1 AND s.evaluation_id = $2
GROUP BY 1, 2, 3`

const DEPTHS = `
SELECT read_up_to AS depth, count(*)::int AS trials FROM trial
WHERE team_id = $1 AND evaluation_id = $2 AND state = 'open' AND asked > 0 GROUP BY 1`

const RANKINGS = `
SELECT r.method_key AS "methodKey", count(l.call_id)::int + count(DISTINCT k.id) FILTER (WHERE k.state = 'leased')::int AS calls
FROM ranking r JOIN call k ON k.ranking_id = r.id LEFT JOIN call_ledger l ON l.call_id = k.id AND l.state <> 'handed_back'
WHERE r.team_id = $1 AND r.evaluation_id = $2 GROUP BY 1`

const PROGRESS = `
SELECT to_timestamp(floor(extract(epoch FROM at) / step) * step) AS at, sum(samples)::int AS samples
FROM progress, (
  SELECT greatest(1, ceil(extract(epoch FROM max(at) - min(at)) / 120)) AS step
  FROM progress WHERE evaluation_id = $2
) width
WHERE team_id = $1 AND evaluation_id = $2 GROUP BY 1 ORDER BY 1`

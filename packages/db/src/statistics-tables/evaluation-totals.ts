import {
  auditedTrials,
  type EvaluationSummary,
  type EvaluationView,
  type FinishBy,
  type SetAsideMethod,
  type Until,
  type UntilLook,
} from '@cges-fleet/core'
import type { Certification, ConfidenceSignal, ExternalSpec, MethodSpec } from '@cges-fleet/methods'
import type { Homogeneity, OutcomeCount } from '@cges-fleet/statistics'
import { type Database, type Db, fixed, query, retryTransient } from '../connection/query.js'
import { listEvents } from '../evaluations/events.js'
import { evaluationSummary, SUMMARY, type SummaryRow } from '../evaluations/summary.js'
import type { TeamId } from '../ids.js'
import { moneySpent } from '../pools/money.js'
import { type AuditTotals, type MethodClusterSums, selectAudit, selectClusterSums, selectExtraDraws } from './audit.js'
import { type BlockedReason, type DoubtfulTrials, selectBlockedReasons, selectDoubtful } from './faults.js'
import {
  type MethodCallsRow,
  type PrefixRow,
  type Reproduction,
  selectDistributions,
  selectPrefixOutcomes,
  selectSignalMedians,
  type StandingRow,
} from './distributions.js'

/** What a view shows just as it is stored, under the contract's names. A column added here reaches every page. */
type StoredTotals = Readonly<
  Pick<
    EvaluationView,
    | 'version'
    | 'storedBytes'
    | 'textsDeletedAt'
    | 'at'
    | 'seed'
    | 'replicates'
    | 'sampling'
    | 'digest'
    | 'gradingVersion'
    | 'note'
    | 'notes'
    | 'startedTrials'
    | 'caps'
    | 'spent'
    | 'events'
  >
>

export interface EvaluationTotals {
  readonly summary: EvaluationSummary
  readonly stored: StoredTotals
  readonly methods: readonly MethodSpec[]
  /** Those that its pool cannot run. */
  readonly setAside: readonly SetAsideMethod[]
  readonly texts: TextTotals
  /** Whether its pool's first worker found a simulator that makes up answers to questions it does not know. */
  readonly isInvented: boolean
  /** External rules, whose verdicts were added. */
  readonly external: readonly ExternalSpec[]
  readonly reproduction: Reproduction
  /** Thresholds fixed on calibration questions, by method key. */
  readonly certified: Readonly<Record<string, Certification>>
  readonly attempts: number
  readonly abandoned: number
  readonly inFlight: number
  readonly waiting: number
  readonly finishBy: FinishBy | null
  /** Null until done, and if nothing is drawn ahead of need. */
  readonly extraDraws: number | null
  /** The share of the trials that is audited, 0 for none, and what that found, null until done. */
  readonly audit: number
  readonly audited: AuditTotals | null
  readonly elapsedSeconds: number
  readonly recentSamples: number
  readonly calls: readonly MethodCallsRow[]
  readonly standings: readonly StandingRow[]
  /** The length of the closed prefix, and each method's figures on it. */
  readonly closedPrefix: number
  readonly prefixTotals: readonly PrefixRow[]
  /** When it may end early, the look at which it could, and how the trials of its closed prefix went; null if it may not. */
  readonly until: Until | null
  readonly decided: UntilLook | null
  readonly prefixOutcomes: readonly OutcomeCount[]
  /** Whether its first samples are alike; null before any is watched. */
  readonly homogeneity: Homogeneity | null
  /** How often replicates were requested: later ones have their trials after the earlier ones. */
  readonly replicateBlocks: number
  readonly depths: readonly { depth: number; trials: number }[]
  readonly progress: readonly { at: string; samples: number }[]
  /** Calls spent on ranking, by method key. */
  readonly rankings: readonly { methodKey: string; calls: number }[]
  /** Of the signals stored, if a method uses one; else empty. */
  readonly signalMedians: readonly { signal: ConfidenceSignal; median: number }[]
  /** The share of drawn samples that met a fault which may depend on the text being generated. */
  readonly flaggedShare: number
  /** The trials that rest on those, if there are more than a few; else empty. */
  readonly doubtful: readonly DoubtfulTrials[]
  /** Why trials are blocked; empty if none is. */
  readonly blockedReasons: readonly BlockedReason[]
  /** By question, if there are several replicates of each; else empty. */
  readonly clusters: readonly MethodClusterSums[]
}

/** How many texts its samples have, and whether these were judged to be copies. */
export interface TextTotals {
  readonly texts: number
  readonly distinct: number
  readonly repeated: number
  readonly copied: number
  readonly copies: 'clear' | 'found' | null
}

interface TotalsRow
  extends
    SummaryRow,
    Omit<StoredTotals, 'textsDeletedAt' | 'at' | 'seed' | 'caps' | 'spent' | 'events'>,
    Pick<EvaluationTotals, 'certified' | 'external' | 'setAside' | 'isInvented'>,
    TextTotals {
  readonly textsDeletedAt: Date | null
  readonly at: Date
  readonly seed: string
  readonly methodSpecs: MethodSpec[]
  readonly closedPrefix: number
  readonly until: Until | null
  readonly decided: UntilLook | null
  readonly homogeneity: Homogeneity | null
  readonly replicateBlocks: number
  readonly attempts: number
  readonly abandoned: number
  readonly inFlight: number
  readonly waiting: number
  readonly looksAhead: boolean
  readonly finishBy: FinishBy | null
  readonly audit: number
  readonly inFlightAttempts: number
  readonly elapsedSeconds: number
  readonly recentSamples: number
  readonly flaggedShare: number
  readonly callCap: number | null
  readonly tokenCap: number | null
  readonly callsSpent: number
  readonly tokensSpent: number
  readonly gpuSecondsSpent: number
  readonly moneySpent: number | null
  readonly currency: string | null
}

/** Up to this share, flagged samples cannot move a figure by much. */
const FLAGGED_LIMIT = 0.005

/** Events a page shows. */
const NEWEST_EVENTS = 50

/** How far back "samples per second" looks. */
export const RATE_WINDOW_SECONDS = 30

/** Selects everything an evaluation's page shows, in one snapshot. Null if the team has no such evaluation. */
export function selectEvaluationTotals(db: Database, team: TeamId, id: string): Promise<EvaluationTotals | null> {
  const read = async (tx: Db): Promise<EvaluationTotals | null> => {
    const rows = await query<TotalsRow>(tx, TOTALS, [team, id])
    const row = rows[0]
    if (row === undefined) return null
    return {
      summary: evaluationSummary(row),
      stored: { ...storedIn(row), events: await listEvents(tx, team, { id, newest: NEWEST_EVENTS }) },
      ...sameIn(row),
      methods: row.methodSpecs,
      texts: textsOf(row),
      closedPrefix: row.closedPrefix,
      until: row.until,
      decided: row.decided,
      prefixOutcomes: row.until === null ? [] : await selectPrefixOutcomes(tx, team, id),
      homogeneity: row.homogeneity,
      replicateBlocks: row.replicateBlocks,
      attempts: row.attempts + row.inFlightAttempts,
      ...(await drawnBeyond(tx, team, row)),
      elapsedSeconds: row.elapsedSeconds,
      recentSamples: row.recentSamples,
      signalMedians: row.methodSpecs.some(({ method }) => method === 'cges')
        ? await selectSignalMedians(tx, team, id)
        : [],
      flaggedShare: row.flaggedShare,
      blockedReasons: row.trialsBlocked > 0 ? await selectBlockedReasons(tx, team, id) : [],
      doubtful: row.flaggedShare > FLAGGED_LIMIT ? await selectDoubtful(tx, team, id) : [],
      clusters: row.replicates > 1 ? await selectClusterSums(tx, team, id) : [],
      ...(await selectDistributions(tx, team, id)),
    }
  }
  return retryTransient(() => db.transaction('REPEATABLE READ', read))
}

/** The samples drawn that no method needed: look-ahead and audit. */
async function drawnBeyond(tx: Db, team: TeamId, row: TotalsRow) {
  if (row.status !== 'done') return { extraDraws: null, audited: null }
  const { id, looksAhead, audit, seed, replicates, questions, methodSpecs } = row
  const audited = auditedTrials({ audit, questions, seed: Number(seed) }, replicates)
  const budget = Math.max(...methodSpecs.map((spec) => spec.budget))
  return {
    extraDraws: looksAhead ? await selectExtraDraws(tx, team, { id, audited }) : null,
    audited: audit === 0 ? null : await selectAudit(tx, team, { id, audited, budget }),
  }
}

function textsOf({ texts, distinct, repeated, copied, copies }: TotalsRow): TextTotals {
  return { texts, distinct, repeated, copied, copies }
}

function sameIn(row: TotalsRow) {
  const { abandoned, inFlight, waiting, finishBy, audit, setAside, external, certified, isInvented } = row
  return { abandoned, inFlight, waiting, finishBy, audit, setAside, external, certified, isInvented }
}

function storedIn(row: TotalsRow): Omit<StoredTotals, 'events'> {
  const { version, storedBytes, replicates, sampling, digest, gradingVersion, note, notes, startedTrials } = row
  const caps = { calls: row.callCap, tokens: row.tokenCap }
  const spent = {
    calls: row.callsSpent,
    tokens: row.tokensSpent,
    gpuSeconds: row.gpuSecondsSpent,
    money: row.moneySpent,
    currency: row.moneySpent === null ? null : row.currency,
  }
  const at = row.at.toISOString()
  const textsDeletedAt = row.textsDeletedAt?.toISOString() ?? null
  const seed = Number(row.seed)
  const settings = { replicates, sampling, note, notes }
  return {
    version,
    storedBytes,
    ...settings,
    digest,
    gradingVersion,
    startedTrials,
    textsDeletedAt,
    at,
    seed,
    caps,
    spent,
  }
}

const TOTALS = fixed(`
SELECT s.*, e.version, e.stored_bytes::float8 AS "storedBytes", e.texts_deleted_at AS "textsDeletedAt", now() AS at, e.seed, e.replicates, e.spec -> 'sampling' AS sampling,
       e.spec -> 'methods' AS "methodSpecs", coalesce(e.spec -> 'external', '[]') AS external,
       coalesce(o.promise -> 'notes' @> '[{"kind": "invents_answers"}]', false) AS "isInvented",
       coalesce(e.spec -> 'setAside', '[]') AS "setAside", coalesce(e.spec -> 'notes', '[]') AS notes, e.texts,
       e.distinct_texts AS distinct, e.trials_repeated AS repeated, e.trials_copied AS copied, e.copies, e.digest, e.note, e.certified,
       e.grading_version AS "gradingVersion", e.trials_started AS "startedTrials", e.attempts,
       e.closed_prefix AS "closedPrefix", e.homogeneity, e.spec -> 'until' AS until, e.decided, coalesce(cardinality(e.replicate_blocks), 1) AS "replicateBlocks",
       least(1, e.samples_flagged / greatest(1, e.samples_drawn)::float8) AS "flaggedShare",
       p.call_cap AS "callCap", p.token_cap::float8 AS "tokenCap", coalesce(p.calls, 0) AS "callsSpent",
       coalesce(p.tokens, 0)::float8 AS "tokensSpent", coalesce(p.gpu_ms, 0) / 1000 AS "gpuSecondsSpent",
       ${moneySpent('p', 'o')} AS "moneySpent", o.currency, live.in_flight AS "inFlight", live.waiting, e.spec ?| '{lookahead,finishBy}' AS "looksAhead",
       CASE WHEN e.spec ? 'finishBy' THEN jsonb_build_object('at', e.spec ->> 'finishBy',
         'secondsLeft', extract(epoch FROM (e.spec ->> 'finishBy')::timestamptz - coalesce(e.finished_at, now()))::float8) END AS "finishBy", coalesce((e.spec -> 'audit')::float8, 0) AS audit, live.attempts AS "inFlightAttempts",
       (SELECT count(*)::int FROM call_ledger WHERE evaluation_id = e.id AND state = 'abandoned') AS abandoned,
       extract(epoch FROM coalesce(e.finished_at, now()) - e.created_at)::float8 AS "elapsedSeconds",
       (SELECT coalesce(sum(samples), 0)::int FROM progress
        WHERE evaluation_id = e.id AND at > now() - interval '${RATE_WINDOW_SECONDS} seconds') AS "recentSamples"
FROM (${SUMMARY}) s
JOIN evaluation e ON e.id = s.id
JOIN pool o ON o.name = e.pool
LEFT JOIN spending p ON p.evaluation_id = e.id
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE state = 'leased')::int AS in_flight,
         count(*) FILTER (WHERE state = 'pending')::int AS waiting, coalesce(sum(fence), 0)::int + (
           SELECT coalesce(sum(k.fence), 0)::int FROM sample s JOIN call k USING (trial_id, index)
           WHERE s.evaluation_id = e.id AND s.state = 'landed' AND k.kind = 'draw') AS attempts
  FROM call WHERE evaluation_id = e.id AND live AND kind = 'draw'
) live
WHERE e.team_id = $1 AND e.id = $2`)

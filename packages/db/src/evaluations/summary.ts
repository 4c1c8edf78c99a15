import {
  answeredBy,
  type EvaluationStatus,
  type EvaluationSummary,
  type LogSource,
  type Priority,
  type Provenance,
  type EvaluationReason,
} from '@cges-fleet/core'

export interface SummaryRow {
  readonly id: string
  readonly name: string
  readonly suite: string | null
  readonly status: EvaluationStatus
  readonly reason: EvaluationReason | null
  readonly provenance: Provenance
  readonly benchmark: string
  readonly title: string
  readonly revision: string
  readonly origin: string
  readonly questions: number
  readonly pool: string
  readonly maxModelLen: number | null
  readonly model: string
  readonly methods: number
  readonly trialsTotal: number
  readonly trialsClosed: number
  readonly trialsBlocked: number
  readonly samplesDrawn: number
  readonly source: LogSource | null
  readonly owner: string | null
  readonly tags: string[]
  readonly priority: Priority
  /** Seconds since a batch of its log last arrived; null if none is awaited. */
  readonly importQuietSeconds: number | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly archivedAt: Date | null
}

/** Selects what a list of evaluations shows; `e` is the evaluation. */
export const SUMMARY = `
SELECT e.id, e.name, e.suite, e.status, e.reason, p.provenance, b.name AS benchmark, b.title, b.revision, b.origin,
       e.questions, p.name AS pool, p.model, p.max_model_len AS "maxModelLen", jsonb_array_length(e.spec -> 'methods') AS methods,
       e.trials_total AS "trialsTotal", e.trials_closed AS "trialsClosed", e.trials_blocked AS "trialsBlocked",
       e.samples_drawn AS "samplesDrawn", e.source, e.owner, e.tags, e.priority,
       CASE WHEN e.source IS NOT NULL AND e.imported_at IS NULL
            THEN extract(epoch FROM now() - coalesce(e.import_batch_at, e.created_at))::float8 END AS "importQuietSeconds",
       e.created_at AS "createdAt", e.finished_at AS "finishedAt", e.archived_at AS "archivedAt"
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool`

/** Turns a row into the summary the API gives. */
export function evaluationSummary(row: SummaryRow): EvaluationSummary {
  return {
    id: row.id,
    name: row.name,
    suite: row.suite,
    status: row.status,
    reason: row.reason ?? awaited(row),
    provenance: row.provenance,
    simulated: answeredBy(row) === 'simulated',
    benchmark: {
      name: row.benchmark,
      title: row.title,
      revision: row.revision,
      generated: row.origin === 'generated',
      questions: row.questions,
    },
    pool: { name: row.pool, model: row.model, maxModelLen: row.maxModelLen },
    methods: row.methods,
    trials: { total: row.trialsTotal, closed: row.trialsClosed, blocked: row.trialsBlocked },
    samplesDrawn: row.samplesDrawn,
    source: row.source,
    owner: row.owner,
    tags: row.tags,
    priority: row.priority,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    archivedAt: row.archivedAt?.toISOString() ?? null,
  }
}

/** After this long without a batch the sender of a log is presumed to have stopped. */
const QUIET_SECONDS = 60

/** Finds that the rest of a log is missing, and whether its sender stopped. */
function awaited({ status, samplesDrawn: samples, importQuietSeconds: quiet }: SummaryRow): EvaluationReason | null {
  if (quiet === null || (status !== 'running' && status !== 'paused')) return null
  if (quiet < QUIET_SECONDS) return { kind: 'importing', counts: { samples }, why: null }
  return { kind: 'import_silent', counts: { samples, seconds: Math.round(quiet) }, why: null }
}

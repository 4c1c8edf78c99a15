import type {
  EvaluationEvent as EventView,
  EvaluationStatus,
  LogSource,
  Lookahead,
  Priority,
  Sampling,
  SetAsideMethod,
  SubmissionNote,
  EvaluationReason,
  Until,
  UntilLook,
} from '@cges-fleet/core'
import type { Certification, ExternalSpec, MethodSpec } from '@cges-fleet/methods'
import type { Homogeneity } from '@cges-fleet/statistics'
import type { TeamId } from '../ids.js'
import { computed, entity } from './entity.js'

/** A submitted evaluation, its progress and its results. */
export interface Evaluation {
  readonly id: string
  readonly teamId: TeamId
  readonly name: string
  readonly suite: string | null
  readonly benchmarkId: string
  readonly pool: string
  readonly spec: StoredSpec
  readonly seed: string
  readonly replicates: number
  readonly questions: number
  readonly trialsTotal: number
  readonly trialsPlanned: number
  readonly trialsStarted: number
  readonly trialsClosed: number
  readonly trialsBlocked: number
  readonly samplesDrawn: number
  readonly attempts: number
  readonly status: EvaluationStatus
  /** The reason for its status, if there is one. */
  readonly reason: EvaluationReason | null
  /** Rounds that have failed since the last that did not. */
  readonly roundFailures: number
  /** When the next round may be tried; null unless the last failed. */
  readonly roundRetryAt: Date | null
  /** Raised by every change that a page would show. */
  readonly version: number
  /** SHA-256 over all its verdicts, once it is done. */
  readonly digest: string | null
  readonly idempotencyKey: string | null
  readonly idempotencyHash: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** Since when lists leave it out. */
  readonly archivedAt: Date | null
  /** Since when it is being deleted: no team sees it, and the sweep removes its rows. */
  readonly deletedAt: Date | null
  /** Since when the texts of samples that had landed by then are being deleted, by its team's retention; null if none are. */
  readonly textsDeletedAt: Date | null
  /** While the sweep removes these texts: the trial it goes on from, by its ordinal. */
  readonly textsErasedTo: number | null
  /** Bytes of its texts, which count towards its team's storage. */
  readonly storedBytes: string
  /** The grading version its verdicts are shown under; 0 is the one they were made with. */
  readonly regradedTo: number
  readonly gradingVersion: number | null
  /** The log it was imported from; no sample is ever drawn for it. */
  readonly source: LogSource | null
  /** Replicates as requested: initially, and with each extension. */
  readonly replicateBlocks: readonly number[] | null
  /** The trial up to which closed trials were reopened when methods were added. */
  readonly reopenedUpTo: number | null
  readonly samplesFlagged: number
  /** The trace of its submission. */
  readonly traceparent: string | null
  readonly importBatchAt: Date | null
  readonly importedAt: Date | null
  /** Trials at the front of the order that are closed, and counted in `live_figures`. */
  readonly closedPrefix: number
  /** The look at which its `until` held, which ended it. */
  readonly decided: UntilLook | null
  /** Whether the first samples of its closed prefix are alike, by server and over the order; null before there are any. */
  readonly homogeneity: Homogeneity | null
  /** The name of the key it was submitted with. */
  readonly owner: string | null
  readonly note: string
  /** Among its team's own evaluations in the pool. */
  readonly priority: Priority
  /** While it is paused: calls in flight are abandoned, and drawn again once it goes on. */
  readonly stopsCalls: boolean
  readonly tags: readonly string[]
  /** The figures that a list shows and sorts by, once it is done. */
  readonly bestMethod: string | null
  readonly bestAccuracy: number | null
  readonly bestTrials: number | null
  readonly bestCalls: number | null
  readonly bestSaved: number | null
  readonly bestTokens: number | null
  /**
   * The sort keys of lists: separate columns, since under row-level security an index can only be searched by columns.
   */
  readonly nameOrder: string
  readonly accuracyOrder: number
  readonly callsOrder: number
  readonly savedOrder: number
  readonly tokensOrder: number
  /** Thresholds fixed on calibration questions, by method key. */
  readonly certified: Readonly<Record<string, Certification>>
  /** Sums over its trials: texts read, and the distinct ones of each trial. */
  readonly texts: number
  readonly distinctTexts: number
  /** Trials with at least two texts, and those of them whose texts are all one. */
  readonly trialsRepeated: number
  readonly trialsCopied: number
  /** Whether its samples are copies of each other; null until that is judged. */
  readonly copies: 'clear' | 'found' | null
}

/** Options that have no column of their own. */
interface StoredSpec {
  readonly methods: readonly MethodSpec[]
  readonly sampling: Sampling
  readonly paper?: boolean
  readonly interactive?: boolean
  /** Left out if it is off. */
  readonly lookahead?: Lookahead
  /** When it is wanted, as an ISO instant. Left out if nobody said. */
  readonly finishBy?: string
  /** The share of the trials that is drawn to the largest budget for the audit. Left out if there is no audit. */
  readonly audit?: number
  /** When it may end before its last question. Left out if it may not. */
  readonly until?: Until
  /** Methods that its pool cannot run. Left out if there are none. */
  readonly setAside?: readonly SetAsideMethod[]
  /** What was known of its samples when it was submitted. Left out if there was nothing to say. */
  readonly notes?: readonly SubmissionNote[]
  /** External rules whose verdicts were added. */
  readonly external?: readonly ExternalSpec[]
}

/** SQL of the statuses of an evaluation that has not ended, whose calls in flight are needed. */
export const ACTIVE = `'running', 'paused', 'stuck'`

export const EvaluationEntity = entity<Evaluation>({
  name: 'evaluation',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    name: { type: 'text' },
    suite: { type: 'text', nullable: true },
    benchmarkId: { type: 'uuid' },
    pool: { type: 'text' },
    spec: { type: 'jsonb' },
    seed: { type: 'bigint' },
    replicates: { type: 'int' },
    questions: { type: 'int' },
    trialsTotal: { type: 'int' },
    trialsPlanned: { type: 'int', default: 0 },
    trialsStarted: { type: 'int', default: 0 },
    trialsClosed: { type: 'int', default: 0 },
    trialsBlocked: { type: 'int', default: 0 },
    samplesDrawn: { type: 'int', default: 0 },
    attempts: { type: 'int', default: 0 },
    status: { type: 'text', default: 'running' },
    reason: { type: 'jsonb', nullable: true },
    roundFailures: { type: 'int', default: 0 },
    roundRetryAt: { type: 'timestamptz', nullable: true },
    version: { type: 'int', default: 0 },
    digest: { type: 'text', nullable: true },
    idempotencyKey: { type: 'text', nullable: true },
    idempotencyHash: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    finishedAt: { type: 'timestamptz', nullable: true },
    archivedAt: { type: 'timestamptz', nullable: true },
    deletedAt: { type: 'timestamptz', nullable: true },
    textsDeletedAt: { type: 'timestamptz', nullable: true },
    textsErasedTo: { type: 'int', nullable: true },
    storedBytes: { type: 'bigint', default: 0 },
    regradedTo: { type: 'int', default: 0 },
    gradingVersion: { type: 'int', nullable: true },
    source: { type: 'jsonb', nullable: true },
    replicateBlocks: { type: 'int', array: true, nullable: true },
    reopenedUpTo: { type: 'int', nullable: true },
    samplesFlagged: { type: 'int', default: 0 },
    traceparent: { type: 'text', nullable: true },
    importBatchAt: { type: 'timestamptz', nullable: true },
    importedAt: { type: 'timestamptz', nullable: true },
    closedPrefix: { type: 'int', default: 0 },
    decided: { type: 'jsonb', nullable: true },
    homogeneity: { type: 'jsonb', nullable: true },
    owner: { type: 'text', nullable: true },
    note: { type: 'text', default: '' },
    priority: { type: 'text', default: 'normal' },
    stopsCalls: { type: 'boolean', default: false },
    tags: { type: 'text', array: true, default: () => "'{}'" },
    bestMethod: { type: 'text', nullable: true },
    bestAccuracy: { type: 'double precision', nullable: true },
    bestTrials: { type: 'int', nullable: true },
    bestCalls: { type: 'double precision', nullable: true },
    bestSaved: { type: 'double precision', nullable: true },
    bestTokens: { type: 'double precision', nullable: true },
    nameOrder: { type: 'text', collation: 'C', ...computed('lower(name)') },
    accuracyOrder: { type: 'double precision', ...computed('coalesce(best_accuracy, -1)') },
    callsOrder: { type: 'double precision', ...computed("coalesce(best_calls, 'Infinity')") },
    savedOrder: { type: 'double precision', ...computed('coalesce(best_saved, -1)') },
    tokensOrder: { type: 'double precision', ...computed("coalesce(best_tokens, 'Infinity')") },
    certified: { type: 'jsonb', default: () => "'{}'" },
    texts: { type: 'int', default: 0 },
    distinctTexts: { type: 'int', default: 0 },
    trialsRepeated: { type: 'int', default: 0 },
    trialsCopied: { type: 'int', default: 0 },
    copies: { type: 'text', nullable: true },
  },
  uniques: [{ columns: ['teamId', 'id'] }, { columns: ['teamId', 'idempotencyKey'] }],
  foreignKeys: [
    { target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] },
    { target: 'benchmark', columnNames: ['teamId', 'benchmarkId'], referencedColumnNames: ['teamId', 'id'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [
    { expression: 'char_length(note) <= 4000' },
    { expression: "priority IN ('low', 'normal', 'high')" },
    { expression: "copies IN ('clear', 'found')" },
    { expression: 'questions > 0' },
    { expression: 'replicates > 0' },
    {
      expression:
        "status IN ('running', 'paused', 'stuck', 'done', 'decided', 'cancelled', 'budget_stopped', 'failed')",
    },
    { expression: 'cardinality(tags) <= 20' },
    { expression: 'deleted_at IS NULL OR finished_at IS NOT NULL' },
    { expression: 'stored_bytes >= 0' },
    { expression: 'trials_total > 0' },
  ],
})

/** An event in the life of an evaluation, with its reason. */
export interface EvaluationEvent {
  readonly evaluationId: string
  readonly sequence: number
  readonly teamId: TeamId
  readonly kind: EventView['kind']
  readonly reason: EvaluationReason | null
  readonly at: Date
}

export const EvaluationEventEntity = entity<EvaluationEvent>({
  name: 'evaluation_event',
  columns: {
    evaluationId: { type: 'uuid', primary: true },
    sequence: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    kind: { type: 'text' },
    reason: { type: 'jsonb', nullable: true },
    at: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
  checks: [
    {
      expression:
        "kind IN ('submitted', 'imported', 'paused', 'resumed', 'cancelled', 'extended', 'retried', 'blocked', 'stuck', 'set_aside', 'alarm', 'budget_stopped', 'failed', 'decided', 'done')",
    },
  ],
})

/** Samples read per minute, for the recent rate. */
export interface Progress {
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly at: Date
  readonly samples: number
}

export const ProgressEntity = entity<Progress>({
  name: 'progress',
  columns: {
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid', primary: true },
    at: { type: 'timestamptz', primary: true },
    samples: { type: 'int' },
  },
  foreignKeys: [
    { target: 'evaluation', columnNames: ['teamId', 'evaluationId'], referencedColumnNames: ['teamId', 'id'] },
  ],
})

import { LONGEST_PAUSE_REASON, type Preflight, type Provenance, type QueueVisibility } from '@cges-fleet/core'
import { contextLength, deliveries, entity, modelName, reason, slots } from './entity.js'

/** Workers that serve one model, and the model properties they guarantee. */
export interface Pool {
  readonly name: string
  readonly model: string
  readonly provenance: Provenance
  readonly createdAt: Date
  readonly rewardModel: string | null
  readonly modelRevision: string | null
  /** The virtual time of start-time fair queueing: the start tag of the most recently planned call. */
  readonly virtualTag: number
  readonly firstTag: number
  readonly reorderedAt: Date | null
  readonly workPerStep: number
  readonly maxModelLen: number | null
  readonly stepScorer: string | null
  /** What its servers offer, as its first worker found it; null until one has. */
  readonly promise: Preflight | null
  /** What an hour of one of its GPUs costs; null if nobody has said. */
  readonly gpuHourPrice: number | null
  /** What a million tokens of its prompts cost, and of its answers; null if nobody has said. */
  readonly promptMillionPrice: number | null
  readonly completionMillionPrice: number | null
  /** The currency of that price, which never changes: what is booked is in it. */
  readonly currency: string | null
  /** Until when a worker is wanted for requests of the gateway, which keeps none waiting without one; null if never. */
  readonly wantedUntil: Date | null
  /** Since when an operator has it paused; null if it is not. Its queue follows. */
  readonly pausedAt: Date | null
  /** Who paused it; null on a fleet without sign-in. */
  readonly pausedBy: string | null
  /** The team of who paused it, whose members may see the name. */
  readonly pausedTeam: string | null
  readonly pauseReason: string | null
  /** What everyone sees of other teams in it. */
  readonly queueVisibility: QueueVisibility
}

export const PoolEntity = entity<Pool>({
  name: 'pool',
  columns: {
    name: { type: 'text', primary: true },
    model: { type: 'text' },
    provenance: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    rewardModel: { type: 'text', nullable: true },
    modelRevision: { type: 'text', nullable: true },
    virtualTag: { type: 'double precision', default: 0 },
    firstTag: { type: 'double precision', default: 0 },
    reorderedAt: { type: 'timestamptz', nullable: true },
    workPerStep: { type: 'double precision', default: 32 },
    maxModelLen: { type: 'int', nullable: true },
    stepScorer: { type: 'text', nullable: true },
    promise: { type: 'jsonb', nullable: true },
    gpuHourPrice: { type: 'double precision', nullable: true },
    promptMillionPrice: { type: 'double precision', nullable: true },
    completionMillionPrice: { type: 'double precision', nullable: true },
    currency: { type: 'text', nullable: true },
    wantedUntil: { type: 'timestamptz', nullable: true },
    pausedAt: { type: 'timestamptz', nullable: true },
    pausedBy: { type: 'text', nullable: true },
    pausedTeam: { type: 'uuid', nullable: true },
    pauseReason: { type: 'text', nullable: true },
    queueVisibility: { type: 'text', default: 'counts' },
  },
  foreignKeys: [{ target: 'team', columnNames: ['pausedTeam'], referencedColumnNames: ['id'] }],
  checks: [
    contextLength,
    ...['name', 'model', 'model_revision', 'reward_model', 'step_scorer'].map(modelName),
    { expression: "queue_visibility IN ('counts', 'teams', 'names')" },
    { expression: "provenance IN ('model', 'tiny', 'simulated', 'recorded', 'imported')" },
    ...['gpu_hour_price', 'prompt_million_price', 'completion_million_price'].flatMap((price) => [
      { expression: `${price} BETWEEN 0 AND 1000000` },
      { expression: `${price} IS NULL OR currency IS NOT NULL` },
    ]),
    { expression: "currency ~ '^[A-Z]{3}$'" },
    { expression: 'work_per_step > 0' },
    { expression: 'octet_length(promise::text) <= 16384' },
    { expression: 'paused_at IS NOT NULL OR coalesce(paused_by, paused_team::text, pause_reason) IS NULL' },
    modelName('paused_by'),
    { expression: `length(pause_reason) BETWEEN 1 AND ${LONGEST_PAUSE_REASON}` },
  ],
})

/** A worker as of its last heartbeat. */
export interface Worker {
  readonly id: string
  /** Known to its process alone. */
  readonly secret: string
  /** As its operator called it, or its host; null if it has not said. */
  readonly name: string | null
  readonly pool: string
  readonly slots: number
  /** A call delivered so often is given up. */
  readonly maxDeliveries: number
  readonly ready: boolean
  /** The reason it is not ready. */
  readonly reason: string | null
  readonly engine: string | null
  /** What it found out about its model server before its first call. */
  readonly preflight: Preflight | null
  readonly heartbeatAt: Date
}

export const WorkerEntity = entity<Worker>({
  name: 'worker',
  columns: {
    id: { type: 'uuid', primary: true },
    secret: { type: 'uuid', default: () => 'gen_random_uuid()' },
    name: { type: 'text', nullable: true },
    pool: { type: 'text' },
    slots: { type: 'int' },
    maxDeliveries: { type: 'int', default: 6 },
    ready: { type: 'boolean' },
    reason: { type: 'text', nullable: true },
    engine: { type: 'text', nullable: true },
    preflight: { type: 'jsonb', nullable: true },
    heartbeatAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [{ target: 'pool', columnNames: ['pool'], referencedColumnNames: ['name'] }],
  checks: [
    slots,
    deliveries,
    modelName('name'),
    ...['reason', 'engine'].map(reason),
    { expression: 'octet_length(preflight::text) <= 16384' },
  ],
})

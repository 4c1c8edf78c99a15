import type { Provenance } from '@cges-fleet/core'
import { contextLength, modelName } from './bounds.js'
import { entity } from './entity.js'

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
  },
  checks: [
    contextLength,
    ...['name', 'model', 'model_revision', 'reward_model', 'step_scorer'].map(modelName),
    { expression: "provenance IN ('model', 'tiny', 'simulated', 'recorded', 'imported')" },
    { expression: 'work_per_step > 0' },
  ],
})

import type { TeamId } from '../team.js'
import { entity, WHOLE_NUMBER } from './entity.js'

/** A team, which submits and pays. A null limit means unlimited. */
export interface Team {
  readonly id: TeamId
  readonly name: string
  readonly createdAt: Date
  readonly weight: number
  readonly maxSamplesInFlight: number | null
  readonly maxTokensPerDay: number | null
  readonly maxGpuSecondsPerMonth: number | null
  readonly maxCallsPerEvaluation: number | null
  readonly maxStoredBytes: number | null
}

export const TeamEntity = entity<Team>({
  name: 'team',
  columns: {
    id: { type: 'uuid', primary: true },
    name: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    weight: { type: 'double precision', default: 1 },
    maxSamplesInFlight: { type: 'int', nullable: true },
    maxTokensPerDay: { type: 'bigint', nullable: true, transformer: WHOLE_NUMBER },
    maxGpuSecondsPerMonth: { type: 'bigint', nullable: true, transformer: WHOLE_NUMBER },
    maxCallsPerEvaluation: { type: 'int', nullable: true },
    maxStoredBytes: { type: 'bigint', nullable: true, transformer: WHOLE_NUMBER, default: 53687091200 },
  },
  uniques: [{ columns: ['name'] }],
  checks: [
    { expression: 'max_calls_per_evaluation > 0' },
    { expression: 'max_gpu_seconds_per_month > 0' },
    { expression: 'max_samples_in_flight > 0' },
    { expression: 'max_stored_bytes > 0' },
    { expression: 'max_tokens_per_day > 0' },
    { expression: 'weight > 0 AND weight <= 1000' },
  ],
})

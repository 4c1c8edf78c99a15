import type { TeamLimits, TeamView } from '@cges-fleet/core'

export interface TeamRow {
  readonly id: string
  readonly name: string
  readonly weight: number
  readonly samplesInFlight: number | null
  readonly tokensPerDay: string | null
  readonly gpuSecondsPerMonth: string | null
  readonly callsPerEvaluation: number | null
  readonly storedBytes: string | null
  readonly createdAt: Date
}

/** The column that holds each limit. */
export const LIMIT_COLUMN: Readonly<Record<keyof TeamLimits, string>> = {
  samplesInFlight: 'max_samples_in_flight',
  tokensPerDay: 'max_tokens_per_day',
  gpuSecondsPerMonth: 'max_gpu_seconds_per_month',
  callsPerEvaluation: 'max_calls_per_evaluation',
  storedBytes: 'max_stored_bytes',
}

/** Selects what is shown of a team; `t` is the team. */
export const TEAM_COLUMNS = `t.id, t.name, t.weight, t.created_at AS "createdAt", ${Object.entries(LIMIT_COLUMN)
  .map(([name, column]) => `t.${column} AS "${name}"`)
  .join(', ')}`

/** Turns a row into the team the API shows. */
export function teamView(row: TeamRow): TeamView {
  return {
    name: row.name,
    weight: row.weight,
    limits: {
      samplesInFlight: row.samplesInFlight,
      tokensPerDay: whole(row.tokensPerDay),
      gpuSecondsPerMonth: whole(row.gpuSecondsPerMonth),
      callsPerEvaluation: row.callsPerEvaluation,
      storedBytes: whole(row.storedBytes),
    },
    createdAt: row.createdAt.toISOString(),
  }
}

/** 64-bit columns come as text; limits fit a number. */
function whole(value: string | null): number | null {
  return value === null ? null : Number(value)
}

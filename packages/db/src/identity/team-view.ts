import type { NewTeam, TeamView } from '@cges-fleet/core'
import type { Team } from '../entities/team.js'
import type { Change } from '../store/query.js'

/** Turns a row into the team the API shows. */
export function teamView(team: Team): TeamView {
  return {
    name: team.name,
    weight: team.weight,
    limits: {
      samplesInFlight: team.maxSamplesInFlight,
      tokensPerDay: team.maxTokensPerDay,
      gpuSecondsPerMonth: team.maxGpuSecondsPerMonth,
      callsPerEvaluation: team.maxCallsPerEvaluation,
      storedBytes: team.maxStoredBytes,
    },
    createdAt: team.createdAt.toISOString(),
  }
}

/** The columns that limits are held in: one that is not named stays, one that is null is lifted. */
export function limitColumns(limits: NewTeam['limits']): Change<Team> {
  return {
    maxSamplesInFlight: limits.samplesInFlight,
    maxTokensPerDay: limits.tokensPerDay,
    maxGpuSecondsPerMonth: limits.gpuSecondsPerMonth,
    maxCallsPerEvaluation: limits.callsPerEvaluation,
    maxStoredBytes: limits.storedBytes,
  }
}

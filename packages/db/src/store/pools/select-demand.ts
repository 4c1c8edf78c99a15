import { type Db, query } from '../query.js'
import { type EvaluationDemand, type TeamDemand, teamDemand } from './team-demand.js'

/**
 * Selects what each team has and could have running, by pool: of all pools, or of one. From the rows and not from the
 * queue, which an outage may have emptied; sums alone, so that they may be shown across teams.
 */
export async function selectDemand(db: Db, pool: string | null = null): Promise<TeamDemand[]> {
  const rows = teamDemand(await query<EvaluationDemand>(db, DEMAND, [pool]))
  return pool === null ? rows : rows.filter((row) => row.pool === pool)
}

const DEMAND = `
SELECT pool, "teamId", team, weight, methods, waiting, active, fresh, idle, "callsPerSample", "tokensPerCall", "callsLeft",
       "capTokensLeft", "gpuMs", "inFlight", "gpuMsLanded", "roomInFlight", "gpuMsLeft", "bytesLeft", "tokensLeft", "tokensReserved"
FROM fleet_demand($1) ORDER BY team, pool`

import { type Forecast, forecastEvaluation } from '@cges-fleet/core'
import {
  type Database,
  listPools,
  type NewEvaluation,
  readPast,
  readTeamLimits,
  readTokensPerCall,
  type TeamId,
} from '@cges-fleet/db'

/** Says what a submission would take, and why it could not end where its caps or its team's limits are too low for it. */
export async function forecastSubmission(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<Forecast> {
  const { methods, questions, replicates, pool, benchmarkId } = evaluation
  const workers = (await listPools(db)).find(({ name }) => name === pool)?.workers ?? []
  const slots = workers.filter(({ ready }) => ready).reduce((sum, worker) => sum + worker.slots, 0)
  const past = await readPast(db, team, { benchmarkId, pool })
  const mostTokens = await readTokensPerCall(db, evaluation)
  const forecast = forecastEvaluation({ methods, trials: questions * replicates, mostTokens, slots, past })
  return { ...forecast, refusal: await refusalOf(db, team, { evaluation, least: forecast.samples.low }) }
}

/** Names the limit that even the least an evaluation can take exceeds; null where there is none. */
async function refusalOf(
  db: Database,
  team: TeamId,
  { evaluation, least }: { readonly evaluation: NewEvaluation; readonly least: number },
): Promise<string | null> {
  const needs = `it needs at least ${Math.ceil(least)} calls`
  const own = evaluation.caps?.calls
  if (own !== undefined && least > own) return `${needs}, and its cap is ${own}: raise caps.calls, or ask for less`
  const { callsPerEvaluation } = await readTeamLimits(db, team)
  if (callsPerEvaluation === null || least <= callsPerEvaluation) return null
  return `${needs}, and your team allows one evaluation ${callsPerEvaluation}: ask for less, or have the limit raised`
}

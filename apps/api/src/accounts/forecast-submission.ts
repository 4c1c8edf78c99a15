import { type Forecast, forecastEvaluation } from '@cges-fleet/core'
import {
  type Allowance,
  type Database,
  listPools,
  type NewEvaluation,
  readAllowance,
  readPast,
  readTokensPerCall,
  type TeamId,
} from '@cges-fleet/db'

type Needs = Pick<Forecast, 'samples' | 'tokens'>

/** Says what a submission would take, and why it could not end where its caps or its team's limits are too low for it. */
export async function forecastSubmission(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<Forecast> {
  const { methods, questions, replicates, pool, benchmarkId } = evaluation
  const workers = (await listPools(db)).find(({ name }) => name === pool)?.workers ?? []
  const slots = workers.filter(({ ready }) => ready).reduce((sum, worker) => sum + worker.slots, 0)
  const past = await readPast(db, team, { benchmarkId, pool })
  const mostTokens = await readTokensPerCall(db, evaluation)
  const forecast = forecastEvaluation({ methods, trials: questions * replicates, mostTokens, slots, past })
  return { ...forecast, refusal: refusalOf(evaluation, forecast, await readAllowance(db, team)) }
}

/** Names the limit that even the least an evaluation can take exceeds; null where there is none. */
function refusalOf({ caps }: NewEvaluation, { samples, tokens }: Needs, allowance: Allowance): string | null {
  const [calls, least] = [Math.ceil(samples.low), Math.ceil(tokens.low)]
  const { callsPerEvaluation: callsAllowed, tokensLeftToday } = allowance
  const [needsCalls, needsTokens] = [`it needs at least ${calls} calls`, `it needs at least ${least} tokens`]
  if (calls > (caps?.calls ?? Infinity)) {
    return `${needsCalls}, and its cap is ${caps?.calls}: raise caps.calls, or ask for less`
  }
  if (least > (caps?.tokens ?? Infinity)) {
    return `${needsTokens}, and its cap is ${caps?.tokens}: raise caps.tokens, or ask for less`
  }
  if (calls > (callsAllowed ?? Infinity)) {
    return `${needsCalls}, and your team allows one evaluation ${callsAllowed}: ask for less, or have the limit raised`
  }
  if (least > (tokensLeftToday ?? Infinity)) {
    return `${needsTokens}, and your team has ${tokensLeftToday} left today: ask for less, wait, or have the limit raised`
  }
  return null
}

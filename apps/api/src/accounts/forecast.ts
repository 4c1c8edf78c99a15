import {
  callsPerSample,
  countAudited,
  type EvaluationSpec,
  type Forecast,
  forecastCost,
  forecastEvaluation,
  type ForecastRefusal,
  forecastRefusalWords,
  type Needs,
  type PoolView,
  type Reservation,
  type ReservedTime,
  tokensToEnd,
} from '@cges-fleet/core'
import {
  type Allowance,
  type Database,
  listPools,
  type NewEvaluation,
  selectAllowance,
  selectLongestPrompt,
  selectPast,
  selectPastOutcomes,
  selectTokensPerCall,
  type TeamId,
} from '@cges-fleet/db'
import { methodKey } from '@cges-fleet/methods'
import { detectableDifference, expectedEnd, seenByOutcomes } from '@cges-fleet/statistics'
import { setAsideView } from '../evaluations/evaluation-view.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { shownReservations } from '../pools/shares.js'

/** Shares of the questions on which two methods may disagree: stopping rules rarely more than the last. */
const DISAGREEMENTS = [0.02, 0.05, 0.1]

/** Forecasts what a submission would take, and whether its caps or its team's limits are too low for it to end. */
export async function forecastSubmission(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<Forecast> {
  const pool = await poolOf(db, evaluation)
  const reservations = await othersReservations(db, team, evaluation.pool)
  const forecast = await needsOf(db, team, { evaluation, pool, reserved: reservations.map(secondsFromNow) })
  const longestPrompt = await selectLongestPrompt(db, evaluation)
  const context = contextOf(pool?.maxModelLen ?? null, longestPrompt, evaluation.sampling.maxTokens)
  const allowance = await selectAllowance(db, team)
  const refusal = beyondCaps(forecast, evaluation) ?? beyondLimits(forecast, allowance)
  const detectable = DISAGREEMENTS.map((disagreement) => ({
    disagreement,
    difference: detectableDifference(evaluation.questions, disagreement),
  }))
  const until = await untilOf(db, team, evaluation)
  const finishBy = finishByOf(evaluation)
  const known = { setAside: setAsideView(evaluation.setAside ?? []), notes: [...(evaluation.notes ?? [])] }
  const cost = pool?.price == null ? null : forecastCost(forecast, pool.price, promptTokens(longestPrompt))
  const beside = reservations.filter(({ from }) => secondsUntil(from) < (forecast.seconds?.high ?? 0))
  return { ...forecast, reservations: beside, finishBy, cost, context, allowance, detectable, until, ...known, refusal }
}

/** Lists what is reserved in a pool for other teams than one, without their names. */
async function othersReservations(db: Database, team: TeamId, pool: string): Promise<Reservation[]> {
  return (await shownReservations(db, pool, { team, apart: false })).filter(({ own }) => !own)
}

function secondsFromNow({ from, until, slots }: Reservation): ReservedTime {
  return { from: secondsUntil(from), until: secondsUntil(until), slots }
}

function finishByOf({ finishBy: at }: NewEvaluation): Forecast['finishBy'] {
  return at === undefined ? null : { at, secondsLeft: secondsUntil(at) }
}

function secondsUntil(instant: string): number {
  return (Date.parse(instant) - Date.now()) / 1000
}

/** Fewer questions of an earlier evaluation foresee nothing. */
const LEAST_FORESEEN = 30

/**
 * Foresees where its `until` ends it: as the last evaluation with these methods went, else for an accuracy at most where
 * half of the questions are right.
 */
async function untilOf(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<Forecast['until']> {
  const { until, methods, questions, replicates, benchmarkId, pool } = evaluation
  // Other models decide it, of which nothing is known here.
  if (until === undefined || until.kind === 'models') return null
  const trials = questions * replicates
  const keys = methods.map(methodKey)
  const past = await selectPastOutcomes(db, team, { benchmarkId, pool, keys })
  const seen = past.reduce((sum, each) => sum + each.trials, 0)
  if (seen >= LEAST_FORESEEN)
    return { questions: expectedEnd(until, seenByOutcomes(keys, past, trials), 1), basis: 'past' }
  if (until.kind !== 'accuracy') return { questions: null, basis: 'bound' }
  const even = ['0', '1'].map((outcome) => ({ outcomes: outcome.repeat(keys.length), trials: 1000 }))
  return { questions: expectedEnd(until, seenByOutcomes(keys, even, trials), 1), basis: 'bound' }
}

/**
 * Refuses a submission that could not end within its team's limits, before anything is drawn. Caps of its own refuse
 * nothing: whoever sets them accepts the cut.
 */
export async function admit(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<void> {
  const allowance = await selectAllowance(db, team)
  if (allowance.callsPerEvaluation === null && allowance.tokensLeftToday === null) return
  const needs = await needsOf(db, team, { evaluation, pool: await poolOf(db, evaluation) })
  const refusal = beyondLimits(needs, allowance)
  if (refusal !== null)
    throw new Refusal('conflict', `This evaluation cannot finish: ${forecastRefusalWords(refusal)}.`)
}

async function poolOf(db: Database, evaluation: NewEvaluation): Promise<PoolView | undefined> {
  return (await listPools(db)).find(({ name }) => name === evaluation.pool)
}

type Least = Pick<Needs, 'samples' | 'tokens'>

interface Submitted {
  readonly evaluation: NewEvaluation
  readonly pool: PoolView | undefined
  /** What is reserved in it for other teams, in seconds from now. */
  readonly reserved?: readonly ReservedTime[]
}

async function needsOf(db: Database, team: TeamId, { evaluation, pool, reserved = [] }: Submitted): Promise<Needs> {
  const { methods, questions, replicates, benchmarkId, until } = evaluation
  const ready = (pool?.workers ?? []).filter((worker) => worker.ready)
  const slots = ready.reduce((sum, worker) => sum + worker.slots, 0)
  const past = await selectPast(db, team, { benchmarkId, pool: evaluation.pool })
  const mostTokens = callsPerSample(methods) * (await selectTokensPerCall(db, evaluation))
  const trials = questions * replicates
  const audited = countAudited({ audit: evaluation.audit ?? 0, questions }, replicates)
  const earliest = Math.min(trials, until?.atLeast ?? trials)
  return forecastEvaluation({ methods, trials, earliest, replicates, audited, mostTokens, slots, reserved, past })
}

/** The cap that even an evaluation's minimum exceeds; null if none does. */
function beyondCaps({ samples, tokens }: Least, { caps }: NewEvaluation): ForecastRefusal | null {
  const calls = Math.ceil(samples.low)
  const least = Math.ceil(tokens.low)
  const { calls: mostCalls, tokens: mostTokens } = caps ?? {}
  if (mostCalls !== undefined && calls > mostCalls)
    return { kind: 'calls_cap', counts: { least: calls, cap: mostCalls }, why: null }
  if (mostTokens !== undefined && least > mostTokens)
    return { kind: 'tokens_cap', counts: { least, cap: mostTokens }, why: null }
  return null
}

/** The team limit that even an evaluation's minimum exceeds; null if none does. */
function beyondLimits({ samples, tokens, worst }: Needs, allowance: Allowance): ForecastRefusal | null {
  const { callsPerEvaluation, tokensLeftToday: left } = allowance
  const calls = Math.ceil(samples.low)
  if (callsPerEvaluation !== null && calls > callsPerEvaluation)
    return { kind: 'team_calls', counts: { least: calls, limit: callsPerEvaluation }, why: null }
  const callTokens = worst.samples === 0 ? 0 : worst.tokens / worst.samples
  if (left === null) return null
  if (callTokens > left) return { kind: 'team_tokens_of_call', counts: { most: callTokens, left }, why: null }
  const least = tokensToEnd({ calls: samples.low, tokens: tokens.low }, callTokens)
  return least > left ? { kind: 'team_tokens', counts: { least, last: callTokens, left }, why: null } : null
}

/** Bytes of a prompt per token, roughly, while no server has counted them. */
const BYTES_PER_TOKEN = 4

function promptTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/**
 * Returns how much of a pool's context is left for an answer after the longest prompt, in bytes; null if no server has
 * reported its context.
 */
export function contextOf(maxModelLen: number | null, longestPrompt: number, maxTokens: number): Forecast['context'] {
  if (maxModelLen === null) return null
  const prompt = promptTokens(longestPrompt)
  const left = Math.max(0, maxModelLen - prompt)
  return { tokens: maxModelLen, longestPrompt: prompt, largestAnswer: Math.min(maxTokens, left) }
}

/** An explicit token limit is refused if it cannot fit; without one an answer gets what fits. */
export function refuseTooLong({ sampling, pool }: EvaluationSpec, context: Forecast['context']): void {
  const wanted = sampling.maxTokens
  if (wanted === undefined || context === null || context.largestAnswer >= wanted) return
  const { tokens, longestPrompt, largestAnswer } = context
  throw refuseField(
    'sampling.maxTokens',
    `${wanted} tokens do not fit into pool ${pool}: a prompt and its answer have ${tokens} together, and the longest prompt ` +
      `has about ${longestPrompt}. Ask for at most ${largestAnswer}, or leave maxTokens out for as many as fit`,
  )
}

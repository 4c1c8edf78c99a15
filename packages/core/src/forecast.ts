import { isTrialMethod, methodKey, type MethodSpec, nextStop, requiredSignals } from '@cges-fleet/methods'
import { type ReservedTime, timeBeside } from './fairness/reservations.js'
import type { Forecast, ForecastInterval } from './schemas/accounts.js'
import type { ForecastRefusal } from './schemas/notes.js'

/** A pool's price: of a GPU hour and of a million tokens; null where they cost nothing. */
export interface Price {
  readonly gpuHour: number | null
  readonly promptMillion: number | null
  readonly completionMillion: number | null
  readonly currency: string
}

/**
 * What an evaluation will cost at a pool's price: the least, the most, and the worst case, where GPU time grows as samples
 * do. How many of the tokens are prompts is not forecast: no sample has more than `longestPrompt`, and what tokens cost
 * lies between none of them and all these. Null without a price, and by GPU time where none has been observed.
 */
export function forecastCost(needs: Needs, price: Price, longestPrompt: number): Forecast['cost'] {
  const { samples, tokens, worst, gpuSeconds } = needs
  const { gpuHour, promptMillion, completionMillion, currency } = price
  if (gpuHour === null && promptMillion === null && completionMillion === null) return null
  if (gpuHour !== null && gpuSeconds === null) return null
  const { low = 0, high = 0 } = gpuSeconds ?? {}
  const longest = samples.high === 0 ? high : (high * worst.samples) / samples.high
  const time = (seconds: number) => (seconds / 3600) * (gpuHour ?? 0)
  const bounds = (count: number, all: number) =>
    [0, Math.min(all, count * longestPrompt)].map(
      (prompts) => (prompts * (promptMillion ?? 0) + (all - prompts) * (completionMillion ?? 0)) / 1e6,
    )
  return {
    low: time(low) + Math.min(...bounds(samples.low, tokens.low)),
    high: time(high) + Math.max(...bounds(samples.high, tokens.high)),
    worst: time(longest) + Math.max(...bounds(worst.samples, worst.tokens)),
    currency,
  }
}

/** Returns how many calls a sample of these methods takes: its draw, and its score if a method reads a reward model. */
export function callsPerSample(methods: readonly MethodSpec[]): 1 | 2 {
  return requiredSignals(methods).includes('rm') ? 2 : 1
}

/** Mean and standard deviation of a number of observations. */
export interface Observed {
  readonly n: number
  readonly mean: number
  readonly sd: number
}

/** Observations of earlier evaluations of the same benchmark in the same pool; what was not observed is left out. */
export interface Past {
  /** Calls per trial, by method key. */
  readonly calls: ReadonlyMap<string, Observed>
  readonly tokensPerSample: Observed | null
  readonly secondsPerSample: Observed | null
  readonly gpuSecondsPerSample: Observed | null
}

export interface Planned {
  readonly methods: readonly MethodSpec[]
  readonly trials: number
  /** After how many trials it may end at the earliest; left out where it takes all. */
  readonly earliest?: number
  /** Replicates of each question: a total is spent in each. */
  readonly replicates: number
  /** Trials that are drawn on to the largest budget, whatever the methods need; left out for none. */
  readonly audited?: number
  /** The most tokens one sample may take, its prompt included. */
  readonly mostTokens: number
  /** Samples the pool draws at once now. */
  readonly slots: number
  /** What of them is reserved for other teams, in seconds from now. */
  readonly reserved?: readonly ReservedTime[]
  readonly past: Past
}

/** With fewer observations the spread is unknown. */
const LEAST = 30

/** The part of a forecast that follows from what is planned and from the past. */
export type Needs = Pick<
  Forecast,
  'trials' | 'methods' | 'samples' | 'tokens' | 'worst' | 'seconds' | 'timeNeeds' | 'gpuSeconds'
>

/**
 * Forecasts an evaluation's calls, samples, tokens and time, so that people see them before they start it. A total over
 * N trials of which n were seen lies in N·mean ± 1.96·sd·√(N + N²/n), a normal prediction interval, clipped to what the
 * methods' rules allow at all; without a past it is those bounds.
 */
export function forecastEvaluation(planned: Planned): Needs {
  const whole = forecastWhole(planned)
  const { trials, earliest = trials, audited = 0 } = planned
  if (earliest >= trials) return whole
  // The audited are spread over all trials: of the first there may be none.
  const left = Math.max(0, audited - (trials - earliest))
  return withLeast(whole, forecastWhole({ ...planned, trials: earliest, audited: left }))
}

/** Replaces the least of everything by what an early end leaves of it. */
function withLeast(whole: Needs, early: Needs): Needs {
  return {
    ...whole,
    methods: whole.methods.map(({ key, calls }, at) => ({ key, calls: startingAt(calls, early.methods[at]?.calls) })),
    samples: startingAt(whole.samples, early.samples),
    tokens: startingAt(whole.tokens, early.tokens),
    seconds: whole.seconds === null ? null : startingAt(whole.seconds, early.seconds),
    gpuSeconds: whole.gpuSeconds === null ? null : startingAt(whole.gpuSeconds, early.gpuSeconds),
  }
}

function forecastWhole(planned: Planned): Needs {
  const { trials, past, slots } = planned
  const methods = planned.methods.map((spec) => ({ key: methodKey(spec), calls: callsOf(spec, planned) }))
  const most = trials * largestBudget(planned)
  const least = Math.max(...methods.map(({ calls }) => calls.low))
  const { low, high } = withAudit(planned, least, Math.min(most, sumOfHighs(methods)))
  // An interval that rests partly on the past may fail; if the rules leave only one value, it holds whatever the past.
  const basis = low < high && methods.some(({ calls }) => calls.basis === 'past') ? 'past' : 'bound'
  const samples: ForecastInterval = { low, high, basis }
  const tokens = times(samples, past.tokensPerSample, { low: 1, high: planned.mostTokens })
  const busy = seen(samples, past.secondsPerSample)
  return {
    trials,
    methods,
    samples,
    tokens,
    worst: { samples: most, tokens: most * planned.mostTokens },
    seconds: busy === null || slots === 0 ? null : secondsIn(planned, busy),
    timeNeeds: [
      ...(slots === 0 ? ['ready_worker' as const] : []),
      ...(busy === null ? ['past_evaluation' as const] : []),
    ],
    gpuSeconds: seen(samples, past.gpuSecondsPerSample),
  }
}

function largestBudget({ methods }: Pick<Planned, 'methods'>): number {
  return Math.max(...methods.map((spec) => spec.budget))
}

/** Audited trials are drawn whole, the others at least as far as some method needs of every trial. */
function withAudit(planned: Planned, low: number, high: number): { low: number; high: number } {
  const { methods, trials, audited = 0 } = planned
  const whole = largestBudget(planned)
  const least = Math.max(1, ...methods.filter(isTrialMethod).map((spec) => nextStop(spec, 0)))
  return {
    low: audited === 0 ? low : Math.max(low, audited * whole + (trials - audited) * least),
    high: Math.min(trials * whole, high + audited * (whole - least)),
  }
}

function startingAt(all: ForecastInterval, least: ForecastInterval | null | undefined): ForecastInterval {
  return { ...all, low: least?.low ?? all.low }
}

/** Forecasts the calls one method will be charged. */
function callsOf(spec: MethodSpec, { trials, replicates, past }: Planned): ForecastInterval {
  if ('totalCalls' in spec) {
    const total = Math.min(trials * spec.budget, replicates * spec.totalCalls)
    return { low: total, high: total, basis: 'bound' }
  }
  const bound = { low: trials * (isTrialMethod(spec) ? nextStop(spec, 0) : 1), high: trials * spec.budget }
  const seen = past.calls.get(methodKey(spec))
  if (bound.low === bound.high || seen === undefined || seen.n < LEAST) return { ...bound, basis: 'bound' }
  return predicted(trials, seen, bound)
}

/** No trial is drawn further than its most demanding method needs, which is at most the sum of all. */
function sumOfHighs(methods: readonly { readonly calls: ForecastInterval }[]): number {
  return methods.reduce((sum, { calls }) => sum + calls.high, 0)
}

function predicted(count: number, { n, mean, sd }: Observed, bound: { low: number; high: number }): ForecastInterval {
  const reach = 1.96 * sd * Math.sqrt(count + count ** 2 / n)
  return {
    low: Math.min(bound.high, Math.max(bound.low, count * mean - reach)),
    high: Math.max(bound.low, Math.min(bound.high, count * mean + reach)),
    basis: 'past',
  }
}

function times(
  samples: ForecastInterval,
  each: Observed | null,
  bound: { low: number; high: number },
): ForecastInterval {
  if (each === null || each.n < LEAST) {
    return { low: samples.low * bound.low, high: samples.high * bound.high, basis: samples.basis }
  }
  const at = (count: number) => predicted(count, each, { low: count * bound.low, high: count * bound.high })
  return { low: at(samples.low).low, high: at(samples.high).high, basis: 'past' }
}

/** The part that only experience tells. */
function seen(samples: ForecastInterval, each: Observed | null): ForecastInterval | null {
  return each === null || each.n < LEAST ? null : times(samples, each, { low: 0, high: Infinity })
}

/** Others may leave all that is reserved for them, or nothing of it. */
function secondsIn({ slots, reserved = [] }: Planned, { low, high, basis }: ForecastInterval): ForecastInterval {
  return { low: low / slots, high: timeBeside(reserved, slots, high), basis }
}

/**
 * Finds why a call cannot be started on what is left of a team's tokens of the day; null if it can. A call reserves the
 * most tokens it may use: forecasts, rounds and messages all ask here.
 *
 * @param callTokens The most tokens that one call may use: its prompt and its token limit.
 * @param left Tokens; null without a limit.
 */
export function tokensShort(callTokens: number, left: number | null): TokensShort | null {
  if (left === null || callTokens <= left) return null
  return { kind: 'team_tokens_of_call', counts: { most: callTokens, left }, why: null }
}

type TokensShort = Extract<ForecastRefusal, { readonly kind: 'team_tokens_of_call' }>

/**
 * The fewest tokens that must be left for work to end: what all calls but the last take at least, and what the last one
 * reserves.
 *
 * @param least The fewest calls, and the fewest tokens they take together.
 */
export function tokensToEnd(least: { readonly calls: number; readonly tokens: number }, callTokens: number): number {
  if (least.calls <= 0) return 0
  return Math.ceil(least.tokens * (1 - 1 / Math.max(1, least.calls)) + callTokens)
}

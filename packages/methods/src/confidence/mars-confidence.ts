import { type Signal, signalOf } from './signal.js'
import { splitSteps } from './split-steps.js'
import { stepImportance } from './step-importance.js'
import { tokenLogProbability } from './token-log-probability.js'

/** A MARS confidence with what it was weighted by; `weights` add up to 1 over the steps. */
export type MarsSignal = Signal & {
  readonly steps: readonly string[]
  readonly importance: readonly number[]
  readonly weights: readonly number[]
  readonly stepMeanLogprob: readonly number[]
}

/** How sharply the important steps outweigh the others. */
const TEMPERATURE = 0.1

/**
 * Returns the step-wise MARS confidence of a response: half the mean log-probability of all tokens, half that of its
 * steps weighted by a soft-max of their importance over a temperature of 0.1.
 *
 * `tokens` are the texts of the sampled tokens and `logprobs` their natural log-probabilities, one each; `importance`
 * holds one number a step, as stepImportance gives them unless handed in. With one step it is lns-geom. Null if there
 * are no tokens. Throws a RangeError on NaN, and if the lengths differ.
 * Source: arXiv 2402.11756 for the weights, arXiv 2511.02603 for steps instead of phrases.
 */
export function marsConfidence(response: {
  readonly tokens: readonly string[]
  readonly logprobs: ArrayLike<number>
  readonly importance?: readonly number[]
}): MarsSignal | null {
  const { tokens, logprobs } = response
  if (tokens.length !== logprobs.length) {
    throw new RangeError(`${tokens.length} tokens, but ${logprobs.length} log-probabilities`)
  }
  if (tokens.length === 0) return null
  const { steps, tokenStep } = splitSteps(tokens)
  const importance = response.importance ?? stepImportance(steps)
  if (importance.length !== steps.length || importance.some((each) => !Number.isFinite(each))) {
    throw new RangeError(`${steps.length} steps need as many finite importances`)
  }
  const logs = Array.from(logprobs, tokenLogProbability)
  const stepMeanLogprob = meansByStep(logs, tokenStep, steps.length)
  const weights = softmax(importance.map((each) => each / TEMPERATURE))
  const weighted = weights.reduce((sum, weight, step) => sum + weight * (stepMeanLogprob[step] ?? 0), 0)
  const raw = logs.includes(-Infinity) ? 0 : Math.exp((mean(logs) + weighted) / 2)
  return { ...signalOf(raw), steps, importance, weights, stepMeanLogprob }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function meansByStep(logs: readonly number[], tokenStep: readonly number[], steps: number): number[] {
  const sums = Array<number>(steps).fill(0)
  const tokens = Array<number>(steps).fill(0)
  for (const [index, step] of tokenStep.entries()) {
    sums[step] = (sums[step] ?? 0) + (logs[index] ?? Number.NaN)
    tokens[step] = (tokens[step] ?? 0) + 1
  }
  return sums.map((sum, step) => sum / (tokens[step] ?? 1))
}

function softmax(values: readonly number[]): number[] {
  const largest = values.reduce((max, value) => Math.max(max, value), -Infinity)
  const powers = values.map((value) => Math.exp(value - largest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

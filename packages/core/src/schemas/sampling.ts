import { z } from 'zod'
import { MOST_TOKENS } from './bounds.js'

function between(low: number, high: number) {
  const problem = `must be a number from ${low} to ${high}`
  return z.number(problem).min(low, problem).max(high, problem)
}

function above(low: number, high: number) {
  const problem = `must be a number above ${low} and at most ${high}`
  return z.number(problem).gt(low, problem).max(high, problem)
}

function whole(low: number, high: number) {
  const problem = `must be a whole number from ${low} to ${high.toLocaleString('en')}`
  return z.int(problem).min(low, problem).max(high, problem)
}

/** As many stop sequences as every kind of model server takes. */
const MOST_STOPS = 4
const LONGEST_STOP = 200

/** More than any model has tokens to draw from. */
const MOST_TOP_K = 1_000_000

/**
 * The sampling parameters of a request. Every field is sent with every request: an omitted one would fall back to the
 * server's settings, and two evaluations would differ without anyone seeing it.
 */
export const Sampling = z.strictObject({
  temperature: between(0, 2)
    .describe('how freely tokens are drawn; 0 always takes the likeliest')
    .meta({ examples: [0.6] }),
  topP: above(0, 1)
    .describe('draws among the likeliest tokens that have this probability together')
    .meta({ examples: [0.9] }),
  topK: whole(0, MOST_TOP_K)
    .describe('draws among so many of the likeliest tokens; 0 switches it off')
    .meta({ examples: [20] }),
  minP: between(0, 1)
    .describe('leaves out tokens below this share of the likeliest one’s probability')
    .meta({ examples: [0.05] }),
  repetitionPenalty: above(0, 2)
    .describe('above 1 makes tokens that were there less likely')
    .meta({ examples: [1.1] }),
  presencePenalty: between(-2, 2)
    .describe('taken off tokens that were there at all')
    .meta({ examples: [0.5] }),
  frequencyPenalty: between(-2, 2)
    .describe('taken off tokens as often as they were there')
    .meta({ examples: [0.5] }),
  maxTokens: whole(1, MOST_TOKENS)
    .describe('the most tokens one answer may have')
    .meta({ examples: [2048] }),
  stop: z
    .array(z.string().min(1, 'must have at least one character').max(LONGEST_STOP))
    .max(MOST_STOPS, `must have at most ${MOST_STOPS} texts`)
    .describe(
      `an answer ends before the first of these texts, such as the start of the next question; at most ${MOST_STOPS}. A model that is not tuned to chat needs one`,
    )
    .meta({ examples: [['Question:']] }),
})
export type Sampling = z.infer<typeof Sampling>

/** Temperature and top-p are the paper's (section 4); the others are the neutral values. */
export const DEFAULT_SAMPLING: Sampling = {
  temperature: 0.7,
  topP: 0.95,
  topK: 0,
  minP: 0,
  repetitionPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  maxTokens: 4096,
  stop: [],
}

/** A model that thinks before it answers needs room for both. */
const REASONING_MAX_TOKENS = 32_768

/** The default sampling parameters: every field, as every field is sent. */
export function defaultSampling(reasoning: boolean): Sampling {
  return reasoning ? { ...DEFAULT_SAMPLING, maxTokens: REASONING_MAX_TOKENS } : DEFAULT_SAMPLING
}

import { z } from 'zod'

/**
 * How a model is asked for one sample. Every field is sent with every request: a field left out would fall back
 * to whatever the server was started with, and two evaluations would differ without anyone seeing it.
 */
export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(2).describe('how freely tokens are drawn: 0 always takes the likeliest, 0 to 2'),
  topP: z
    .number()
    .gt(0)
    .max(1)
    .describe('draws among the likeliest tokens that have this probability together, above 0 to 1'),
  topK: z.int().min(0).describe('draws among so many of the likeliest tokens; 0 switches it off'),
  minP: z
    .number()
    .min(0)
    .max(1)
    .describe('leaves out tokens below this share of the likeliest one’s probability, 0 to 1'),
  repetitionPenalty: z.number().gt(0).max(2).describe('above 1 makes tokens that were there less likely, above 0 to 2'),
  presencePenalty: z.number().min(-2).max(2).describe('taken off tokens that were there at all, −2 to 2'),
  frequencyPenalty: z.number().min(-2).max(2).describe('taken off tokens as often as they were there, −2 to 2'),
  maxTokens: z.int().min(1).describe('the most tokens one answer may have'),
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
}

/** A model that thinks before it answers needs room for both. */
const REASONING_MAX_TOKENS = 32_768

/** The sampling of an evaluation that sets none: every field, as every field is sent. */
export function defaultSampling({ reasoning }: { readonly reasoning: boolean }): Sampling {
  return reasoning ? { ...DEFAULT_SAMPLING, maxTokens: REASONING_MAX_TOKENS } : DEFAULT_SAMPLING
}

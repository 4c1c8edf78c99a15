import { z } from 'zod'

const WireError = z.union([z.string(), z.looseObject({ message: z.string() })])

const Choice = z.object({
  delta: z
    .object({
      content: z.string().nullish(),
      reasoning: z.string().nullish(),
      reasoning_content: z.string().nullish(),
      refusal: z.string().nullish(),
    })
    .optional(),
  /** The text of a text completion; its log-probabilities come in lists of their own. */
  text: z.string().nullish(),
  // The entries are validated one by one where they are collected: there can be tens of thousands.
  logprobs: z
    .object({
      content: z.array(z.unknown()).nullish(),
      tokens: z.array(z.unknown()).nullish(),
      token_logprobs: z.array(z.unknown()).nullish(),
      top_logprobs: z.array(z.unknown()).nullish(),
    })
    .nullish(),
  prompt_token_ids: z.array(z.unknown()).nullish(),
  token_ids: z.array(z.int()).nullish(),
  finish_reason: z.string().nullish(),
})

/** One event of a streamed chat completion, as much of it as a sample needs. */
export const StreamChunk = z.object({
  choices: z.array(Choice).optional(),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int().nullish() }).nullish(),
  prompt_token_ids: z.array(z.unknown()).nullish(),
  error: WireError.nullish(),
})
export type StreamChunk = z.infer<typeof StreamChunk>
export type StreamChoice = z.infer<typeof Choice>

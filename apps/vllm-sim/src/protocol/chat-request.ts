import { z } from 'zod'
import {
  GREEDY_MANY,
  MAX_LOGPROBS,
  oneWhereGreedy,
  SAMPLING_FIELDS,
  STREAM_OPTIONS_ALONE,
  streamsWhereAsked,
} from './sampling-fields.js'

const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() })

/** The body of a chat completion, as far as it changes the answer; other fields are ignored, as in vLLM. */
export const ChatRequest = z
  .looseObject({
    ...SAMPLING_FIELDS,
    messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(TextPart)]).nullish() })),
    max_completion_tokens: z.int().min(1).nullish(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z
      .int()
      .min(-1)
      .max(MAX_LOGPROBS, `Requested sample logprobs greater than max allowed: ${MAX_LOGPROBS}`)
      .nullish(),
    include_reasoning: z.boolean().nullish(),
  })
  .refine(streamsWhereAsked, STREAM_OPTIONS_ALONE)
  .refine(oneWhereGreedy, GREEDY_MANY)
  .refine((body) => !body.top_logprobs || body.logprobs === true, {
    message: 'when using `top_logprobs`, `logprobs` must be set to true.',
    path: ['top_logprobs'],
  })
export type ChatRequest = z.infer<typeof ChatRequest>

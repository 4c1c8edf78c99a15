import { z } from 'zod'
import {
  GREEDY_MANY,
  MAX_LOGPROBS,
  oneWhereGreedy,
  SAMPLING_FIELDS,
  STREAM_OPTIONS_ALONE,
  streamsWhereAsked,
} from './sampling-fields.js'

/** The body of a completion without a chat template; prompts come as text, for a made-up tokenizer reads no ids. */
export const TextRequest = z
  .looseObject({
    ...SAMPLING_FIELDS,
    prompt: z.union(
      [z.string().min(1), z.array(z.string().min(1)).min(1)],
      'prompt must be a text or a list of texts, none of them empty; this server reads no token ids',
    ),
    logprobs: z
      .int()
      .min(0)
      .max(MAX_LOGPROBS, `Requested sample logprobs greater than max allowed: ${MAX_LOGPROBS}`)
      .nullish(),
    echo: z.literal(false, 'the simulator does not echo the prompt: leave echo out').nullish(),
  })
  .refine(streamsWhereAsked, STREAM_OPTIONS_ALONE)
  .refine(oneWhereGreedy, GREEDY_MANY)
export type TextRequest = z.infer<typeof TextRequest>

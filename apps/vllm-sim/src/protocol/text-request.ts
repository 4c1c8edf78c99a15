import { z } from 'zod'
import {
  GREEDY_MANY,
  MAX_LOGPROBS,
  oneWhereGreedy,
  SAMPLING_FIELDS,
  STREAM_OPTIONS_ALONE,
  streamsWhereAsked,
} from './sampling-fields.js'

const text = z.string().min(1)
const tokenIds = z.array(z.int().min(0)).min(1)

/** The body of a completion without a chat template: one prompt or several, as text or as token ids. */
export const TextRequest = z
  .looseObject({
    ...SAMPLING_FIELDS,
    prompt: z.union(
      [text, tokenIds, z.array(text).min(1), z.array(tokenIds).min(1)],
      'prompt must be a text, a list of texts, a list of token ids or a list of such lists, none of them empty',
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

import { z } from 'zod'
import type { Prompt } from '../answers/tokenizer.js'
import {
  type Accepted,
  acceptRequest,
  checkCharacters,
  GREEDY_MANY,
  MAX_LOGPROBS,
  oneWhereGreedy,
  parseBody,
  SAMPLING_FIELDS,
  type Served,
  STREAM_OPTIONS_ALONE,
  hasStreamForOptions,
} from './accept-request.js'
import type { WireError } from './wire-error.js'

/** vLLM's default for this endpoint alone. */
const DEFAULT_MAX_TOKENS = 16

/** Parses the body of a text completion, or returns vLLM's error if it cannot be answered. */
export function parseTextRequest(text: string, served: Served): Accepted | WireError {
  const parsed = parseBody(text, TextRequest)
  if ('status' in parsed) return parsed
  const { body } = parsed
  const prompts = listOf(body.prompt)
  const tooLong = checkCharacters(
    prompts.filter((one) => typeof one === 'string'),
    served,
  )
  if (tooLong !== null) return tooLong
  const reading = {
    endpoint: 'text',
    prompts: prompts.map((one) => promptOf(one, served)),
    limit: { field: 'max_tokens', tokens: body.max_tokens ?? DEFAULT_MAX_TOKENS },
    logprobs: body.logprobs ?? null,
    includeReasoning: true,
    tool: null,
  } as const
  return acceptRequest(body, reading, served)
}

function listOf(prompt: TextRequest['prompt']): readonly (string | number[])[] {
  return typeof prompt === 'string' || isTokenIds(prompt) ? [prompt] : prompt
}

/** A made-up tokenizer cannot decode ids, so a prompt of ids is its own question, with the ids as its text. */
function promptOf(one: string | number[], { tokenizer }: Served): Prompt {
  if (typeof one !== 'string') return { text: JSON.stringify(one), tokenIds: one }
  return { text: one, tokenIds: tokenizer.encode(one).map(({ id }) => id) }
}

function isTokenIds(prompt: Exclude<TextRequest['prompt'], string>): prompt is number[] {
  return typeof prompt[0] === 'number'
}

const text = z.string().min(1)
const tokenIds = z.array(z.int().min(0)).min(1)

/** The body of a completion without a chat template: one prompt or several, as text or as token ids. */
const TextRequest = z
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
  .refine(hasStreamForOptions, STREAM_OPTIONS_ALONE)
  .refine(oneWhereGreedy, GREEDY_MANY)
type TextRequest = z.infer<typeof TextRequest>

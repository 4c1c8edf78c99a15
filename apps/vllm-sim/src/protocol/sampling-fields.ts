import { z } from 'zod'

/** The most alternatives per token unless started with another `--max-logprobs`. */
export const MAX_LOGPROBS = 20

/** The fields shared by both kinds of completion, as vLLM parses them. */
export const SAMPLING_FIELDS = {
  model: z.string().nullish(),
  n: z.int().min(1).max(128).nullish(),
  seed: z.int().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  top_k: z.int().min(-1).nullish(),
  min_p: z.number().min(0).max(1).nullish(),
  repetition_penalty: z.number().gt(0).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1, 'stop cannot contain an empty string.'))]).nullish(),
  include_stop_str_in_output: z.boolean().nullish(),
  return_token_ids: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  priority: z.int().nullish(),
  request_id: z.string().nullish(),
}

const SamplingFields = z.looseObject(SAMPLING_FIELDS)
export type SamplingFields = z.infer<typeof SamplingFields>

/** Stream options belong to a stream alone. */
export function streamsWhereAsked(body: SamplingFields): boolean {
  return !body.stream_options || body.stream === true
}

export const STREAM_OPTIONS_ALONE = {
  message: 'Stream options can only be defined when `stream=True`.',
  path: ['stream_options'],
}

/** Without randomness every choice would be the same. */
export function oneWhereGreedy(body: SamplingFields): boolean {
  return body.temperature !== 0 || (body.n ?? 1) === 1
}

export const GREEDY_MANY = { message: 'n must be 1 when using greedy sampling', path: ['n'] }

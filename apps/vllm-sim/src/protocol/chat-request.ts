import { z } from 'zod'

const MAX_LOGPROBS = 20

const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() })

/** The body of a chat completion, as much of it as changes what is answered; other fields are let through, as in vLLM. */
export const ChatRequest = z
  .looseObject({
    model: z.string().nullish(),
    messages: z
      .array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(TextPart)]).nullish() }))
      .min(1),
    n: z.literal(1, 'the simulator draws one answer per request: n must be 1').nullish(),
    seed: z.int().nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().gt(0).max(1).nullish(),
    top_k: z.int().min(-1).nullish(),
    min_p: z.number().min(0).max(1).nullish(),
    repetition_penalty: z.number().gt(0).nullish(),
    presence_penalty: z.number().min(-2).max(2).nullish(),
    frequency_penalty: z.number().min(-2).max(2).nullish(),
    max_tokens: z.int().min(1).nullish(),
    max_completion_tokens: z.int().min(1).nullish(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z
      .int()
      .min(-1)
      .max(MAX_LOGPROBS, `Requested sample logprobs greater than max allowed: ${MAX_LOGPROBS}`)
      .nullish(),
    return_token_ids: z.boolean().nullish(),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    priority: z.literal(0, 'Priority scheduling is not enabled: priority must be 0').nullish(),
    request_id: z.string().nullish(),
  })
  .refine((body) => !body.stream_options || body.stream === true, {
    message: 'Stream options can only be defined when `stream=True`.',
    path: ['stream_options'],
  })
  .refine((body) => !body.top_logprobs || body.logprobs === true, {
    message: 'when using `top_logprobs`, `logprobs` must be set to true.',
    path: ['top_logprobs'],
  })
export type ChatRequest = z.infer<typeof ChatRequest>

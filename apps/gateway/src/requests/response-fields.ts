import { ChatMessage, Sampling } from '@cges-fleet/core'
import { z } from 'zod'
import { ChatFields, LONGEST_EFFORT, MOST_MESSAGES } from './chat-fields.js'
import { refusedBy } from './refused-by.js'

const MOST_PARTS = 1000
/** Instructions are a message too. */
const MOST_ITEMS = MOST_MESSAGES - 1

/** Text of a message; images, files and tool calls are no text. */
const Part = z.strictObject({
  type: z.enum(['input_text', 'output_text'], 'must be input_text or output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()).optional(),
  logprobs: z.array(z.unknown()).optional(),
})

const Item = z.strictObject({
  type: z.literal('message', 'must be message').optional(),
  id: z.string().optional(),
  status: z.string().nullish(),
  role: ChatMessage.shape.role,
  content: z.union([z.string(), z.array(Part).max(MOST_PARTS)], 'must be text, or parts of type input_text'),
})

/** What was thought before an earlier answer: clients send it back with that answer, and chat completions have no place for it. */
const Thought = z.object({ type: z.literal('reasoning') })

const Items = z
  .array(z.union([Item, Thought]))
  .max(MOST_ITEMS)
  .transform((items) => items.flatMap((item) => ('role' in item ? [item] : [])))
  .refine((items) => items.length > 0)

/** What a chat completion has under the same name, with the same meaning. */
const SHARED = [
  'model',
  'cges',
  'stream',
  'seed',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'repetition_penalty',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'service_tier',
  'store',
  'metadata',
  'parallel_tool_calls',
  'chat_template_kwargs',
] as const

/** A request of OpenAI's Responses: text in, text out, nothing kept. Any other parameter is refused by its name. */
const ResponseFields = z.strictObject({
  ...Object.fromEntries(SHARED.map((name) => [name, z.unknown().optional()])),
  input: z.union([z.string(), Items], 'must be text or messages'),
  instructions: z.string().nullish(),
  max_output_tokens: Sampling.shape.maxTokens.nullish(),
  reasoning: z
    .strictObject({ effort: z.string().max(LONGEST_EFFORT).nullish(), summary: z.string().nullish() })
    .nullish(),
  text: z.strictObject({ format: z.strictObject({ type: z.literal('text') }).optional() }).nullish(),
  truncation: z.literal('disabled').nullish(),
})

/** Returns the chat completion that a request of OpenAI's Responses asks for; throws a `Refusal` that names what is not understood. */
export function chatOfResponse(json: unknown): z.input<typeof ChatFields> | object {
  const parsed = ResponseFields.safeParse(json)
  if (!parsed.success) throw refusedBy(parsed.error)
  const { input, instructions, max_output_tokens: most, reasoning, ...rest } = parsed.data
  const shared = Object.entries(rest).filter(([name]) => SHARED.some((each) => each === name))
  const messages =
    typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : input.map(({ role, content }) => ({ role, content: textOf(content) }))
  return {
    ...Object.fromEntries(shared),
    messages: instructions == null ? messages : [{ role: 'system', content: instructions }, ...messages],
    ...(most == null ? {} : { max_completion_tokens: most }),
    ...(reasoning?.effort == null ? {} : { reasoning_effort: reasoning.effort }),
  }
}

function textOf(content: string | readonly { readonly text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

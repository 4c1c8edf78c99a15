import { ChatMessage, DEFAULT_SAMPLING, Sampling } from '@cges-fleet/core'
import { z } from 'zod'
import { ChatFields, LONGEST_EFFORT, MOST_MESSAGES } from './chat-fields.js'
import { withoutNulls } from './left-out.js'
import { refusedBy } from './refused-by.js'

const MOST_PARTS = 1000
/** Instructions are a message too. */
const MOST_ITEMS = MOST_MESSAGES - 1

/** Text of a message; images and files are no text. */
const Part = z.preprocess(
  withoutNulls,
  z.strictObject({
    type: z.enum(['input_text', 'output_text'], 'must be input_text or output_text'),
    text: z.string(),
    annotations: z.array(z.unknown()).optional(),
    logprobs: z.array(z.unknown()).optional(),
  }),
)

const Item = z.strictObject({
  type: z.literal('message', 'must be message').optional(),
  id: z.string().optional(),
  status: z.string().nullish(),
  role: ChatMessage.shape.role.exclude(['tool']),
  content: z.union([z.string(), z.array(Part).max(MOST_PARTS)], 'must be text, or parts of type input_text'),
})

/** A call of a function that the model made earlier. */
const Called = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().nullish(),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
  status: z.string().nullish(),
})

/** What a function gave. */
const Given = z.strictObject({
  type: z.literal('function_call_output'),
  id: z.string().nullish(),
  call_id: z.string(),
  output: z.string(),
  status: z.string().nullish(),
})

/** What was thought before an earlier answer: clients send it back with that answer, and chat completions have no place for it. */
const Thought = z.object({ type: z.literal('reasoning') })

const Items = z
  .array(z.preprocess(withoutNulls, z.union([Item, Called, Given, Thought])))
  .max(MOST_ITEMS)
  .transform((items) => items.flatMap((item) => (item.type === 'reasoning' ? [] : [item])))
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
  tools: z.array(z.looseObject({ type: z.literal('function', 'must be function') })).nullish(),
  tool_choice: z.union([z.string(), z.strictObject({ type: z.literal('function'), name: z.string() })]).nullish(),
})

/** What an answer repeats of its request, with defaults: clients that check an answer's fields require all of these. */
const Repeated = z.object({
  instructions: z.unknown().default(null),
  metadata: z.unknown().default(null),
  parallel_tool_calls: z.unknown().default(true),
  temperature: z.unknown().default(DEFAULT_SAMPLING.temperature),
  tool_choice: z.unknown().default('auto'),
  tools: z
    .array(z.looseObject({ parameters: z.unknown().default(null), strict: z.unknown().default(null) }))
    .default([]),
  top_p: z.unknown().default(DEFAULT_SAMPLING.topP),
})

/** Returns what the answer to a request that was understood repeats of it. */
export function repeatedOf(json: unknown): object {
  return Repeated.parse(withoutNulls(json))
}

/** Returns the chat completion that a request of OpenAI's Responses asks for; throws a `Refusal` that names what is not understood. */
export function chatOfResponse(json: unknown): z.input<typeof ChatFields> | object {
  const parsed = ResponseFields.safeParse(withoutNulls(json))
  if (!parsed.success) throw refusedBy(parsed.error)
  const { input, instructions, max_output_tokens: most, reasoning, tools, tool_choice: choice, ...rest } = parsed.data
  const shared = Object.entries(rest).filter(([name]) => SHARED.some((each) => each === name))
  const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : messagesOf(input)
  return {
    ...Object.fromEntries(shared),
    messages: instructions == null ? messages : [{ role: 'system', content: instructions }, ...messages],
    ...(most == null ? {} : { max_completion_tokens: most }),
    ...(tools == null || tools.length === 0 ? {} : { tools: tools.map(({ type, ...of }) => ({ type, function: of })) }),
    ...(choice == null ? {} : { tool_choice: typeof choice === 'string' ? choice : functionNamed(choice.name) }),
    ...(reasoning?.effort == null ? {} : { reasoning_effort: reasoning.effort }),
  }
}

function functionNamed(name: string): object {
  return { type: 'function', function: { name } }
}

/** The messages of items: calls that follow each other, and the text before them, are one message of the assistant. */
function messagesOf(items: z.infer<typeof Items>): object[] {
  const messages: { role: string; content: string; tool_calls?: object[]; tool_call_id?: string }[] = []
  for (const item of items) {
    const last = messages.at(-1)
    switch (item.type) {
      case 'function_call': {
        const { call_id: id, name, arguments: text } = item
        const call = { id, type: 'function', function: { name, arguments: text } }
        if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call]
        else messages.push({ role: 'assistant', content: '', tool_calls: [call] })
        break
      }
      case 'function_call_output':
        messages.push({ role: 'tool', content: item.output, tool_call_id: item.call_id })
        break
      default:
        messages.push({ role: item.role, content: textOf(item.content) })
    }
  }
  return messages
}

function textOf(content: string | readonly { readonly text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

import { z } from 'zod'
import type { Said } from '../answers/tokenizer.js'
import {
  type Accepted,
  acceptRequest,
  checkCharacters,
  GREEDY_MANY,
  MAX_LOGPROBS,
  oneWhereGreedy,
  parseBody,
  type Reading,
  SAMPLING_FIELDS,
  type Served,
  STREAM_OPTIONS_ALONE,
  hasStreamForOptions,
  type OfferedTool,
} from './accept-request.js'
import { badRequest, type WireError } from './wire-error.js'

/** Parses the body of a chat completion, or returns vLLM's error if it cannot be answered. */
export function parseChatRequest(text: string, served: Served): Accepted | WireError {
  const parsed = parseBody(text, ChatRequest)
  if ('status' in parsed) return parsed
  const { body } = parsed
  const said = saidIn(body)
  const tooLong = checkCharacters([said.map(({ content }) => content).join('')], served)
  if (tooLong !== null) return tooLong
  if (said.length === 0 && (!body.model || body.model === served.model)) {
    return badRequest('Cannot apply chat template to an empty conversation. Provide at least one message.')
  }
  const reading = {
    endpoint: 'chat',
    prompts: [served.tokenizer.chat(said)],
    limit: limitOf(body),
    logprobs: body.logprobs === true ? (body.top_logprobs ?? 0) : null,
    includeReasoning: body.include_reasoning ?? true,
    tool: toolIn(body),
  } as const
  return acceptRequest(body, reading, served)
}

/** The function that is called: the one demanded, or the first; with the first of its arguments. */
function toolIn({ tools, tool_choice: choice }: ChatRequest): OfferedTool | null {
  if (choice === 'none') return null
  const named = typeof choice === 'object' ? choice?.function.name : undefined
  const offered = (tools ?? []).map((tool) => tool.function)
  const tool = offered.find(({ name }) => name === named) ?? offered[0]
  if (tool === undefined) return null
  return { name: tool.name, argument: Object.keys(tool.parameters?.properties ?? {})[0] ?? 'answer' }
}

function limitOf({ max_completion_tokens: chat, max_tokens: older }: ChatRequest): Reading['limit'] {
  if (typeof chat === 'number') return { field: 'max_completion_tokens', tokens: chat }
  return typeof older === 'number' ? { field: 'max_tokens', tokens: older } : null
}

/** Returns the text of all messages. */
export function saidIn({ messages }: Pick<ChatRequest, 'messages'>): Said[] {
  return messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n'),
  }))
}

const Tool = z.looseObject({
  function: z.looseObject({
    name: z.string(),
    parameters: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }).nullish(),
  }),
})

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
    tools: z.array(Tool).nullish(),
    tool_choice: z.union([z.string(), z.looseObject({ function: z.looseObject({ name: z.string() }) })]).nullish(),
  })
  .refine(hasStreamForOptions, STREAM_OPTIONS_ALONE)
  .refine(oneWhereGreedy, GREEDY_MANY)
  .refine((body) => !body.top_logprobs || body.logprobs === true, {
    message: 'when using `top_logprobs`, `logprobs` must be set to true.',
    path: ['top_logprobs'],
  })
export type ChatRequest = z.infer<typeof ChatRequest>

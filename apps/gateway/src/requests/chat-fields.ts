import { AnswerKind } from '@cges-fleet/answers'
import { ChatMessage, MadeCall, MOST_TOOL_CALLS, Sampling } from '@cges-fleet/core'
import { z } from 'zod'

const { temperature, topP, topK, minP, repetitionPenalty, presencePenalty, frequencyPenalty, maxTokens, stop } =
  Sampling.shape

export const MOST_MESSAGES = 1000
const LONGEST_NAME = 500
export const LONGEST_EFFORT = 40
const LONGEST_DEADLINE_MS = 3_600_000

/** A part of a message as OpenAI's clients may send text. */
const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() })

const NO_TEXT = 'must be text, or parts of type text'

/**
 * A message whose text may come in parts; images and audio are no text. `type`, which lm-evaluation-harness sends, and
 * the speaker's `name` are no part of what is asked.
 */
const Message = z
  .strictObject({
    role: ChatMessage.shape.role,
    content: z.union([z.string(), z.array(TextPart).max(MOST_MESSAGES), z.null()], NO_TEXT).optional(),
    tool_calls: z.array(MadeCall).min(1).max(MOST_TOOL_CALLS).nullish(),
    tool_call_id: z.string().max(LONGEST_NAME).nullish(),
    type: z.literal('text', 'must be text').nullish(),
    name: z.string().max(LONGEST_NAME).nullish(),
  })
  .superRefine(({ role, content, tool_calls: calls, tool_call_id: answers }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if (content == null && !calls) refuse('content', NO_TEXT)
    if (calls && role !== 'assistant') refuse('tool_calls', 'belongs to a message of the assistant')
    if ((role === 'tool') !== (answers != null))
      refuse('tool_call_id', 'belongs to every message of a tool, and to no other')
  })
  .transform(({ role, content, tool_calls: calls, tool_call_id: answers }) => ({
    role,
    content: typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join(''),
    ...(calls ? { tool_calls: calls } : {}),
    ...(answers == null ? {} : { tool_call_id: answers }),
  }))

/** What a request says of the vote. */
export const CgesFields = z.strictObject({
  method: z.string().max(LONGEST_NAME).optional(),
  budget: z.int().min(1).max(1024).optional(),
  deadlineMs: z.int().min(1).max(LONGEST_DEADLINE_MS).optional(),
  minSamples: z.int().min(1).max(1024).optional(),
  kind: AnswerKind.optional(),
  choices: z.array(z.string().max(8000)).min(2).max(26).optional(),
  noAnswer: z.enum(['first', 'error']).optional(),
  samples: z.boolean().optional(),
})
export type CgesFields = z.infer<typeof CgesFields>

/** Turns JSON's null, with which clients leave a parameter out, into nothing. */
const optional = <Type extends z.ZodType>(type: Type) => type.nullish().transform((value) => value ?? undefined)

const any = z.record(z.string(), z.unknown())

/** Servers have taken their own arguments from here, a template of the caller's among them. */
const TemplateArguments = any.refine(
  (given) => !['chat_template', 'tokenize', 'tools', 'documents'].some((name) => name in given),
  'must name what the template reads, and nothing of the server',
)

const FunctionName = z.string().regex(/^[\w-]{1,64}$/u, 'must be 1 to 64 letters, digits, _ or -')

/** A function that the model may call, and what its arguments are as a JSON Schema. */
const Tool = z.strictObject({
  type: z.literal('function', 'must be function'),
  function: z.strictObject({
    name: FunctionName,
    description: z.string().nullish(),
    parameters: any.nullish(),
    strict: z.boolean().nullish(),
  }),
})

const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: FunctionName }) }),
  ],
  'must be none, auto, required, or a function by its name',
)

/** Parameters that go to the model server as they are, where functions are offered. */
export const OF_TOOLS = {
  tools: optional(z.array(Tool).min(1).max(MOST_TOOL_CALLS)),
  tool_choice: optional(ToolChoice),
  parallel_tool_calls: optional(z.boolean()),
}

/** Parameters that go to the model server as they are. */
export const FORWARDED = {
  logit_bias: optional(any),
  response_format: optional(any),
  reasoning_effort: optional(z.string().max(LONGEST_EFFORT)),
  chat_template_kwargs: optional(TemplateArguments),
  structured_outputs: optional(any),
  min_tokens: optional(z.int().min(0)),
}

/** What clients tell OpenAI of themselves and of how to serve them: accepted, and changes no answer. */
const WITHOUT_EFFECT = {
  user: optional(z.string()),
  safety_identifier: optional(z.string()),
  prompt_cache_key: optional(z.string()),
  service_tier: optional(z.string()),
  store: optional(z.boolean()),
  metadata: optional(any),
}

/** A request of OpenAI's chat completions: every parameter that is understood here. Any other is refused by its name. */
export const ChatFields = z.strictObject({
  model: z.string().min(1).max(LONGEST_NAME),
  messages: z.array(Message).min(1).max(MOST_MESSAGES),
  cges: optional(CgesFields),
  stream: optional(z.boolean()),
  stream_options: optional(z.strictObject({ include_usage: z.boolean().optional() })),
  n: optional(z.literal(1, 'must be 1: the replies are drawn here, and one answer is given')),
  logprobs: optional(z.literal(false, 'must be false: an answer stands for several replies')),
  seed: optional(z.int().min(0)),
  max_tokens: optional(maxTokens),
  max_completion_tokens: optional(maxTokens),
  temperature: optional(temperature),
  top_p: optional(topP),
  top_k: optional(topK),
  min_p: optional(minP),
  repetition_penalty: optional(repetitionPenalty),
  presence_penalty: optional(presencePenalty),
  frequency_penalty: optional(frequencyPenalty),
  stop: optional(z.union([z.string().transform((text) => [text]), z.array(z.string())]).pipe(stop)),
  ...WITHOUT_EFFECT,
  ...OF_TOOLS,
  ...FORWARDED,
})
export type ChatFields = z.infer<typeof ChatFields>

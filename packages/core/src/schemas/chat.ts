import { AnswerKind } from '@cges-fleet/answers'
import { MethodSpec } from '@cges-fleet/methods'
import { z } from 'zod'
import { Sampling } from './sampling.js'

const LONGEST_NAME = 200

/** The most functions that a request offers, and that one message calls. */
export const MOST_TOOL_CALLS = 128

/** A function that a model calls: its arguments as the model wrote them, which should be JSON. */
const ToolCall = z.strictObject({ name: z.string().max(LONGEST_NAME), arguments: z.string() })
export type ToolCall = z.infer<typeof ToolCall>

/** A call made earlier in a conversation, by whose id its result is sent. */
export const MadeCall = z.strictObject({
  id: z.string().max(LONGEST_NAME),
  type: z.literal('function'),
  function: ToolCall,
})
export type MadeCall = z.infer<typeof MadeCall>

/** One message of a conversation: text, calls of functions and what they gave, since nothing else can be voted on here. */
export const ChatMessage = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.string(),
  tool_calls: z.array(MadeCall).min(1).max(MOST_TOOL_CALLS).optional(),
  tool_call_id: z.string().max(LONGEST_NAME).optional(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** What the gateway asks workers to draw replies to: all that determines one, but for its seed. */
export const ChatBody = z.strictObject({
  messages: z.array(ChatMessage).min(1),
  sampling: Sampling,
  /** Parameters beside `sampling`, sent to the model server as they are. */
  extra: z.record(z.string(), z.unknown()),
  /** The method that decides, for the signals that it reads. */
  methods: z.array(MethodSpec).length(1),
  answerKind: AnswerKind,
  choices: z.array(z.string()).nullable(),
})
export type ChatBody = z.infer<typeof ChatBody>

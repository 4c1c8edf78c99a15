import { AnswerKind } from '@cges-fleet/answers'
import { MethodSpec } from '@cges-fleet/methods'
import { z } from 'zod'
import { Sampling } from './sampling.js'

/** One message of a conversation: text alone, since nothing else can be voted on here. */
export const ChatMessage = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.string(),
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

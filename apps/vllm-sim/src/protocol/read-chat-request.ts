import { acceptRequest, idsOf, parseBody } from './accept-request.js'
import type { Accepted, Served } from './accepted.js'
import { ChatRequest } from './chat-request.js'
import { badRequest, type WireError } from './wire-error.js'

/** What the chat template of a model adds around a message, in tokens. */
const TOKENS_AROUND = 9

/** Reads the body of a chat completion, or says in vLLM's words why it cannot be answered. */
export function readChatRequest(text: string, served: Served): Accepted | WireError {
  const parsed = parseBody(text, ChatRequest)
  if ('status' in parsed) return parsed
  const { body } = parsed
  const prompt = promptOf(body)
  if (prompt === '' && (!body.model || body.model === served.model)) {
    return badRequest('The prompt is empty.', 'messages')
  }
  const reading = {
    endpoint: 'chat',
    prompts: [{ text: prompt, tokenIds: templatedIds(prompt) }],
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
    logprobs: body.logprobs === true ? (body.top_logprobs ?? 0) : null,
    includeReasoning: body.include_reasoning ?? true,
  } as const
  return acceptRequest(body, reading, served)
}

/** Gives the token ids of a prompt with what a chat template puts around it. */
export function templatedIds(prompt: string): number[] {
  return [...Array.from({ length: TOKENS_AROUND }, (_, at) => 151_644 - at), ...idsOf(prompt)]
}

/** Joins the texts of all messages, as a template would. */
export function promptOf({ messages }: Pick<ChatRequest, 'messages'>): string {
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n'),
  )
  return texts.join('\n')
}

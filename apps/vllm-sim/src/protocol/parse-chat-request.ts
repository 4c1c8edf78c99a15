import type { Said } from '../answers/tokenizer.js'
import { acceptRequest, checkCharacters, parseBody, type Reading } from './accept-request.js'
import type { Accepted, Served } from './accepted.js'
import { ChatRequest } from './chat-request.js'
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
  } as const
  return acceptRequest(body, reading, served)
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

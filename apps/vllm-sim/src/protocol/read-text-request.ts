import { acceptRequest, idsOf, parseBody } from './accept-request.js'
import type { Accepted, Served } from './accepted.js'
import { TextRequest } from './text-request.js'
import type { WireError } from './wire-error.js'

/** vLLM's default for this endpoint alone. */
const DEFAULT_MAX_TOKENS = 16

/** Reads the body of a completion without a chat template, or says in vLLM's words why it cannot be answered. */
export function readTextRequest(text: string, served: Served): Accepted | WireError {
  const parsed = parseBody(text, TextRequest)
  if ('status' in parsed) return parsed
  const { body } = parsed
  const prompts = typeof body.prompt === 'string' ? [body.prompt] : body.prompt
  const reading = {
    endpoint: 'text',
    prompts: prompts.map((prompt) => ({ text: prompt, tokenIds: idsOf(prompt) })),
    maxTokens: body.max_tokens ?? DEFAULT_MAX_TOKENS,
    logprobs: body.logprobs ?? null,
    includeReasoning: true,
  } as const
  return acceptRequest(body, reading, served)
}

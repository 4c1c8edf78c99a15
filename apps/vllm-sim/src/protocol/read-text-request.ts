import { acceptRequest, idsOf, parseBody, type Reading } from './accept-request.js'
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
  const reading = {
    endpoint: 'text',
    prompts: promptsOf(body.prompt),
    maxTokens: body.max_tokens ?? DEFAULT_MAX_TOKENS,
    logprobs: body.logprobs ?? null,
    includeReasoning: true,
  } as const
  return acceptRequest(body, reading, served)
}

/** A made-up tokenizer cannot turn ids back into text, so a prompt of ids is a question of its own, named by them. */
function promptsOf(prompt: TextRequest['prompt']): Reading['prompts'] {
  const list = typeof prompt === 'string' || isTokenIds(prompt) ? [prompt] : prompt
  return list.map((one) =>
    typeof one === 'string' ? { text: one, tokenIds: idsOf(one) } : { text: JSON.stringify(one), tokenIds: one },
  )
}

function isTokenIds(prompt: Exclude<TextRequest['prompt'], string>): prompt is number[] {
  return typeof prompt[0] === 'number'
}

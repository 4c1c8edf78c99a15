import { TokenCount } from '@cges-fleet/core'
import { request as send } from 'undici'
import { z } from 'zod'
import { chatMessages, textPrompt } from './completion-request.js'
import type { ModelServer } from './open-model-server.js'
import { readWithin } from './read-within.js'
import type { SampleRequest } from './sample-request.js'

const COUNT_TIMEOUT_MS = 10_000

/** Upper bound of what a chat template adds around a prompt, in tokens. */
const MOST_AROUND = 1024

/** The server lists the tokens besides counting them. */
const LONGEST_LIST_BYTES = 16_777_216

const Tokenized = z.object({ count: TokenCount })

/**
 * Returns how many tokens an answer may have: the requested limit, or what the pool's context leaves after the prompt
 * if that is less, since vLLM refuses a request that does not fit as a whole. The server counts the prompt's tokens,
 * but only if its length in bytes, at least one per token, leaves it open; a server that cannot count is asked for the
 * requested limit.
 */
export async function answerRoom(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<number> {
  const { context, sampling } = request
  const wanted = sampling.maxTokens
  if (context === null || mostTokens(request) + wanted <= context) return wanted
  const prompt = await countTokens(server, request, signal)
  // A prompt that fills the context is still sent: the server's own error explains it best.
  return prompt === null ? wanted : Math.min(wanted, Math.max(1, context - prompt))
}

function mostTokens({ system = '', prompt }: SampleRequest): number {
  return MOST_AROUND + Buffer.byteLength(system) + Buffer.byteLength(prompt)
}

async function countTokens(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<number | null> {
  const prompt = server.endpoint === 'chat' ? { messages: chatMessages(request) } : { prompt: textPrompt(request) }
  try {
    const response = await send(`${server.url}/tokenize`, {
      method: 'POST',
      dispatcher: server.agent,
      headers: { ...server.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ model: request.model, ...prompt }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(COUNT_TIMEOUT_MS)]),
    })
    const text = await readWithin(response.body, LONGEST_LIST_BYTES)
    const parsed = response.statusCode === 200 && text !== null ? Tokenized.safeParse(JSON.parse(text)) : null
    return parsed?.data?.count ?? null
  } catch {
    return null
  }
}

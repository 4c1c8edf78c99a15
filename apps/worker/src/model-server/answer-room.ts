import { request as send } from 'undici'
import { z } from 'zod'
import { chatMessages, textPrompt } from './completion-request.js'
import type { ModelServer } from './open-model-server.js'
import type { SampleRequest } from './sample-request.js'

const COUNT_TIMEOUT_MS = 10_000

/** What a chat template adds around a prompt, in tokens, is below this. */
const MOST_AROUND = 1024

const Tokenized = z.object({ count: z.int().min(0) })

/**
 * Says how many tokens an answer may have: what was asked for, or what the pool's context leaves beside the prompt where
 * that is less, since vLLM refuses a request that does not fit as a whole. The server counts the prompt's tokens, but only
 * where its bytes, of which a token has one at least, leave it open; one that cannot count is asked for all that was wanted.
 */
export async function answerRoom(server: ModelServer, request: SampleRequest, signal: AbortSignal): Promise<number> {
  const { context, sampling } = request
  const wanted = sampling.maxTokens
  if (context === null || mostTokens(request) + wanted <= context) return wanted
  const prompt = await countTokens(server, request, signal)
  // A prompt that fills the context is sent all the same: the server says what is wrong in its own words.
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
    const parsed = Tokenized.safeParse(await response.body.json())
    return response.statusCode === 200 && parsed.success ? parsed.data.count : null
  } catch {
    return null
  }
}

import type { SampleRequest } from './sample-request.js'

/**
 * Writes the body of a chat completion with every sampling field spelt out, since a field left out would fall back
 * to the server's own settings and change the answers silently.
 */
export function completionRequest(request: SampleRequest): Record<string, unknown> {
  const { sampling } = request
  return {
    model: request.model,
    messages: [
      ...(request.system === undefined ? [] : [{ role: 'system', content: request.system }]),
      { role: 'user', content: request.prompt },
    ],
    n: 1,
    seed: request.seed,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK === 0 ? -1 : sampling.topK,
    min_p: sampling.minP,
    repetition_penalty: sampling.repetitionPenalty,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    max_completion_tokens: sampling.maxTokens,
    logprobs: true,
    top_logprobs: 0,
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
    request_id: request.requestId,
  }
}

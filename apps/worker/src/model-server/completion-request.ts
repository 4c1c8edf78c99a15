import type { ModelServer } from './open-model-server.js'
import type { SampleRequest } from './sample-request.js'

/**
 * Writes the body of a completion with every sampling field spelt out, since a field left out would fall back to the
 * server's own settings and change the answers silently.
 */
export function completionRequest(
  request: SampleRequest,
  { endpoint, topLogprobs }: Pick<ModelServer, 'endpoint' | 'topLogprobs'>,
): Record<string, unknown> {
  const { sampling } = request
  return {
    model: request.model,
    ...(endpoint === 'chat' ? asked(request, topLogprobs) : askedAsText(request, topLogprobs)),
    n: 1,
    seed: request.seed,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK === 0 ? -1 : sampling.topK,
    min_p: sampling.minP,
    repetition_penalty: sampling.repetitionPenalty,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
    request_id: request.requestId,
  }
}

function asked({ system, prompt, sampling }: SampleRequest, topLogprobs: number): Record<string, unknown> {
  return {
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: prompt },
    ],
    max_completion_tokens: sampling.maxTokens,
    logprobs: true,
    top_logprobs: topLogprobs,
  }
}

function askedAsText({ system, prompt, sampling }: SampleRequest, topLogprobs: number): Record<string, unknown> {
  return {
    prompt: system === undefined ? prompt : `${system}\n\n${prompt}`,
    max_tokens: sampling.maxTokens,
    logprobs: topLogprobs,
  }
}

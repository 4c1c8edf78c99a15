import type { ModelServer } from './open-model-server.js'
import type { SampleRequest } from './sample-request.js'

/**
 * Builds the body of a completion with every sampling field explicit, since an omitted one would fall back to the
 * server's settings and change the answers silently. Parameters that the server refuses are left out.
 */
export function completionRequest(
  request: SampleRequest,
  server: Pick<ModelServer, 'endpoint' | 'topLogprobs' | 'parameters'>,
): Record<string, unknown> {
  const { endpoint, parameters } = server
  const body = wholeRequest(request, endpoint, alternatives(request, server))
  for (const parameter of parameters.refused) delete body[parameter]
  if (!parameters.takes('logprobs')) delete body['top_logprobs']
  if (!parameters.takes('max_completion_tokens')) body['max_tokens'] = request.sampling.maxTokens
  return body
}

function wholeRequest(request: SampleRequest, endpoint: ModelServer['endpoint'], top: number): Record<string, unknown> {
  const { sampling } = request
  return {
    model: request.model,
    ...(endpoint === 'chat' ? asked(request, top) : askedAsText(request, top)),
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

/** How many of the likeliest tokens are requested at every place. */
export function alternatives(
  request: Pick<SampleRequest, 'topLogprobs'>,
  { topLogprobs, parameters }: Pick<ModelServer, 'topLogprobs' | 'parameters'>,
): number {
  return parameters.takes('top_logprobs') ? Math.max(topLogprobs, request.topLogprobs ?? 0) : 0
}

/** The prompt as a chat. */
export function chatMessages({ system, prompt }: Asked): object[] {
  return [...(system === undefined ? [] : [{ role: 'system', content: system }]), { role: 'user', content: prompt }]
}

/** The prompt as text for the model to continue. */
export function textPrompt({ system, prompt }: Asked): string {
  return system === undefined ? prompt : `${system}\n\n${prompt}`
}

type Asked = Pick<SampleRequest, 'system' | 'prompt'>

function asked(request: SampleRequest, topLogprobs: number): Record<string, unknown> {
  return {
    messages: chatMessages(request),
    max_completion_tokens: request.sampling.maxTokens,
    logprobs: true,
    top_logprobs: topLogprobs,
  }
}

function askedAsText(request: SampleRequest, topLogprobs: number): Record<string, unknown> {
  return {
    prompt: textPrompt(request),
    max_tokens: request.sampling.maxTokens,
    logprobs: topLogprobs,
  }
}

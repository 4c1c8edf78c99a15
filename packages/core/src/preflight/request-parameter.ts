import { z } from 'zod'
import type { Sampling } from '../schemas/sampling.js'

/** The optional parameters of a request to a model server, by their names on the wire. A server may refuse any of them. */
export const RequestParameter = z.enum([
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'repetition_penalty',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'n',
  'logprobs',
  'top_logprobs',
  'max_completion_tokens',
  'return_token_ids',
  'stream_options',
  'request_id',
])
export type RequestParameter = z.infer<typeof RequestParameter>

/** The sampling settings behind parameters, with the value at which a setting has no effect. */
export const SAMPLING_PARAMETERS = {
  temperature: { field: 'temperature', neutral: 1 },
  top_p: { field: 'topP', neutral: 1 },
  top_k: { field: 'topK', neutral: 0 },
  min_p: { field: 'minP', neutral: 0 },
  repetition_penalty: { field: 'repetitionPenalty', neutral: 1 },
  presence_penalty: { field: 'presencePenalty', neutral: 0 },
  frequency_penalty: { field: 'frequencyPenalty', neutral: 0 },
} as const satisfies Partial<Record<RequestParameter, { field: keyof Sampling; neutral: number }>>

/** A sampling setting that a server cannot apply, although it would change the answers. */
export interface RefusedSetting {
  readonly parameter: keyof typeof SAMPLING_PARAMETERS
  readonly field: keyof Sampling
  readonly value: number
  readonly neutral: number
}

/**
 * Lists the settings that a server refuses and that are not at their neutral value: leaving them out would change the
 * answers. A refused parameter at its neutral value can be left out of every request.
 */
export function refusedSettings(sampling: Sampling, refused: readonly RequestParameter[]): RefusedSetting[] {
  return refused.flatMap((parameter) => {
    if (!isSampling(parameter)) return []
    const { field, neutral } = SAMPLING_PARAMETERS[parameter]
    const value = sampling[field]
    return value === neutral ? [] : [{ parameter, field, value, neutral }]
  })
}

function isSampling(parameter: RequestParameter): parameter is keyof typeof SAMPLING_PARAMETERS {
  return parameter in SAMPLING_PARAMETERS
}

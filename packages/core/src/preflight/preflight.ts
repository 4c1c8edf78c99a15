import { z } from 'zod'
import type { Sampling } from '../schemas/sampling.js'

/** The longest reason a note carries, in characters. */
export const LONGEST_WHY = 300

/**
 * Makes the schema of a finding as programs read it: its kind, its counts, and what was said where it was found.
 * Sentences for people are made from it.
 */
export function noteOf<const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) {
  return z.object({
    kind: z.enum(kinds),
    counts: z.record(z.string(), z.number()),
    why: z.string().max(LONGEST_WHY).nullable().describe('what a server said, where one said something'),
  })
}

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
  'stop',
  'return_token_ids',
  'stream_options',
  'request_id',
])
export type RequestParameter = z.infer<typeof RequestParameter>

/** The sampling settings that are numbers: what a server that refuses `stop` does not end, its worker ends. */
export type NumericSampling = Exclude<keyof Sampling, 'stop'>

/** The sampling settings behind parameters, with the value at which a setting has no effect. */
export const SAMPLING_PARAMETERS = {
  temperature: { field: 'temperature', neutral: 1 },
  top_p: { field: 'topP', neutral: 1 },
  top_k: { field: 'topK', neutral: 0 },
  min_p: { field: 'minP', neutral: 0 },
  repetition_penalty: { field: 'repetitionPenalty', neutral: 1 },
  presence_penalty: { field: 'presencePenalty', neutral: 0 },
  frequency_penalty: { field: 'frequencyPenalty', neutral: 0 },
} as const satisfies Partial<Record<RequestParameter, { field: NumericSampling; neutral: number }>>

/** A sampling setting that a server cannot apply, although it would change the answers. */
export interface RefusedSetting {
  readonly parameter: keyof typeof SAMPLING_PARAMETERS
  readonly field: NumericSampling
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

/**
 * What the seed of a request does: `honoured`: the same seed gave the same text, another seed another; `ignored`: other
 * seeds gave the same text; `not_repeatable`: the same seed gave two texts; `refused`: the server takes none;
 * `unclear`: the texts were too likely to tell.
 */
export const SeedUse = z.enum(['honoured', 'ignored', 'not_repeatable', 'refused', 'unclear'])
export type SeedUse = z.infer<typeof SeedUse>

/** A finding of a preflight that somebody may have to act on. */
export const PreflightNote = noteOf([
  'invents_answers',
  'no_stream',
  'no_logprobs',
  'no_top_logprobs',
  'seed_ignored',
  'seed_not_repeatable',
  'seed_refused',
  'counts_differ',
  'parameter_refused',
  'parameter_ignored',
])
export type PreflightNote = z.infer<typeof PreflightNote>

/** The kinds of model server that are told apart. */
export const EngineName = z.enum(['vllm', 'sglang', 'llama.cpp', 'tgi', 'ollama', 'openai-compatible'])
export type EngineName = z.infer<typeof EngineName>

/** What a worker found out about the model server beside it before its first call, by a few short requests. */
export const Preflight = z.object({
  engine: EngineName.describe('the kind of model server, as it says itself'),
  requests: z.int().min(1).max(100).describe('requests that it took; no evaluation is charged for them'),
  streams: z.boolean().describe('answers came piece by piece, not whole'),
  logprobs: z.boolean().describe('every token came with its log-probability'),
  topLogprobs: z.boolean().describe('every token came with the likeliest tokens in its place'),
  seed: SeedUse,
  countsAgree: z
    .boolean()
    .nullable()
    .describe('usage counts the tokens that were delivered; null where it gives no usage, or no tokens to count'),
  refused: z.array(RequestParameter).describe('parameters that the server refuses, and that are left out'),
  notes: z.array(PreflightNote).max(40),
})
export type Preflight = z.infer<typeof Preflight>

/** What `cges probe` learns of a model server. */
export const ProbeResult = z.object({
  model: z.string(),
  version: z.string().nullable(),
  maxModelLen: z.int().nullable(),
  preflight: Preflight,
})
export type ProbeResult = z.infer<typeof ProbeResult>

/** A probe's result, or why there is none. */
export const ProbeAnswer = z.union([ProbeResult, z.object({ problem: z.string() })])

import { z } from 'zod'
import { noteOf } from './note.js'
import { RequestParameter } from './request-parameter.js'

/**
 * What the seed of a request does: `honoured`: the same seed gave the same text, another seed another; `ignored`: other
 * seeds gave the same text; `not_repeatable`: the same seed gave two texts; `refused`: the server takes none;
 * `unclear`: the texts were too likely to tell.
 */
export const SeedUse = z.enum(['honoured', 'ignored', 'not_repeatable', 'refused', 'unclear'])
export type SeedUse = z.infer<typeof SeedUse>

/** A finding of a preflight that somebody may have to act on. */
export const PreflightNote = noteOf([
  'no_stream',
  'no_logprobs',
  'no_top_logprobs',
  'seed_ignored',
  'seed_not_repeatable',
  'seed_refused',
  'counts_differ',
  'parameter_refused',
])
export type PreflightNote = z.infer<typeof PreflightNote>

/** What a worker found out about the model server beside it before its first call, by a few short requests. */
export const Preflight = z.object({
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

import { z } from 'zod'

/** After this many tokens, unless the rule says otherwise; 0 is before the first. */
const afterTokens = z.int().min(0).default(8)

/** What can go wrong with one answer. */
export const Fault = z.discriminatedUnion('kind', [
  /** A refusal in place of an answer; `body` overrides the one vLLM would send. */
  z.strictObject({ kind: z.literal('status'), status: z.int().min(400).max(599), body: z.json().optional() }),
  /** The request is taken and nothing ever comes back. */
  z.strictObject({ kind: z.literal('hang') }),
  /** The stream falls silent and stays open. */
  z.strictObject({ kind: z.literal('stall'), afterTokens }),
  /** The connection is reset. */
  z.strictObject({ kind: z.literal('reset'), afterTokens }),
  /** The stream ends in good order, but before the answer does. */
  z.strictObject({ kind: z.literal('end-early'), afterTokens }),
  /** An error is told inside the HTTP 200. */
  z.strictObject({ kind: z.literal('error-chunk'), afterTokens }),
  /** An event that is no JSON. */
  z.strictObject({ kind: z.literal('garbage'), afterTokens }),
  /** The stream ends inside a character of several bytes. */
  z.strictObject({ kind: z.literal('cut-utf8'), afterTokens }),
  /** The whole answer comes, its end mark does not. */
  z.strictObject({ kind: z.literal('no-done') }),
  /** One token's log-probability is minus infinity, which vLLM writes as −9999. */
  z.strictObject({ kind: z.literal('minus-9999'), token: z.int().min(0).default(0) }),
  /** No log-probabilities come, though they were asked for. */
  z.strictObject({ kind: z.literal('no-logprobs') }),
  /** One token's log-probability is not a number: the server cannot write the answer and sends a 500. */
  z.strictObject({ kind: z.literal('nan') }),
  /** The same from a server that writes the bare word into its stream. */
  z.strictObject({ kind: z.literal('nan-in-stream'), token: z.int().min(0).default(0) }),
  /** The answer ends early, for this reason. */
  z.strictObject({
    kind: z.literal('finish'),
    reason: z.enum(['abort', 'length', 'repetition', 'error', 'content_filter']),
    afterTokens,
  }),
  /**
   * The engine dies: whatever is being answered ends in an error, requests are refused with 500 and `/health` with 503,
   * then nothing listens any more; with `backAfterMs` a new engine serves there so long afterwards, without it none does.
   */
  z.strictObject({
    kind: z.literal('engine-death'),
    afterTokens,
    endsAfterMs: z.int().min(0).max(60_000).default(300),
    backAfterMs: z.int().min(0).max(600_000).optional(),
  }),
  /** The engine is cold: its first answer begins at once, then no token of any comes until so long after it. */
  z.strictObject({ kind: z.literal('cold'), warmsUpMs: z.int().min(1).max(600_000) }),
  /** The answer takes this many times as long. */
  z.strictObject({ kind: z.literal('slow'), times: z.number().positive() }),
])
export type Fault = z.infer<typeof Fault>

export type EngineDeath = Extract<Fault, { kind: 'engine-death' }>

/** A fault and when it happens: to requests that fit every condition named, in the order they arrive. */
export const FaultRule = z.strictObject({
  fault: Fault,
  /** The path asked for, such as `/v1/chat/completions` or `/pooling`. */
  path: z.string().optional(),
  /** A text that stands in the prompt. */
  prompt: z.string().optional(),
  header: z.strictObject({ name: z.string(), value: z.string() }).optional(),
  /** Only this one of the fitting requests, from 1. */
  nth: z.int().min(1).optional(),
  /** Every so many of the fitting requests. */
  every: z.int().min(1).optional(),
  /** A share of the fitting requests, drawn from the request's id: a retry under another id draws again. */
  probability: z.number().min(0).max(1).optional(),
  /** No more often than this. */
  times: z.int().min(1).optional(),
})
export type FaultRule = z.infer<typeof FaultRule>
export type FaultRuleInput = z.input<typeof FaultRule>

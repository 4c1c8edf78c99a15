import type { IncomingMessage } from 'node:http'
import { parseRow } from '@cges-fleet/formats'
import { seededRandom } from '@cges-fleet/methods'
import { z } from 'zod'
import { isPreflight } from '../request-log.js'

/** After this many tokens, unless the rule says otherwise; 0 is before the first. */
const afterTokens = z.int().min(0).default(8)

/** A fault of one answer. */
export const Fault = z.discriminatedUnion('kind', [
  /** A refusal instead of an answer; `body` overrides the one vLLM would send. */
  z.strictObject({ kind: z.literal('status'), status: z.int().min(400).max(599), body: z.json().optional() }),
  /** The request is accepted and nothing is ever sent back. */
  z.strictObject({ kind: z.literal('hang') }),
  /** The stream falls silent and stays open. */
  z.strictObject({ kind: z.literal('stall'), afterTokens }),
  /** The connection is reset. */
  z.strictObject({ kind: z.literal('reset'), afterTokens }),
  /** The stream ends in good order, but before the answer does. */
  z.strictObject({ kind: z.literal('end-early'), afterTokens }),
  /** An error is sent inside the HTTP 200. */
  z.strictObject({ kind: z.literal('error-chunk'), afterTokens }),
  /** An event that is not JSON. */
  z.strictObject({ kind: z.literal('garbage'), afterTokens }),
  /** The stream ends inside a character of several bytes. */
  z.strictObject({ kind: z.literal('cut-utf8'), afterTokens }),
  /** The whole answer is sent, but not its end mark. */
  z.strictObject({ kind: z.literal('no-done') }),
  /** One token's log-probability is minus infinity, which vLLM writes as −9999. */
  z.strictObject({ kind: z.literal('minus-9999'), token: z.int().min(0).default(0) }),
  /** Log-probabilities are missing although they were requested. */
  z.strictObject({ kind: z.literal('no-logprobs') }),
  /** One token's log-probability is not a number: the server cannot serialise the answer and sends a 500. */
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
   * The engine dies: running answers end in an error, requests are refused with 500 and `/health` with 503, then the
   * port closes; with `backAfterMs` a new engine listens there after that time, without it none does.
   */
  z.strictObject({
    kind: z.literal('engine-death'),
    afterTokens,
    endsAfterMs: z.int().min(0).max(60_000).default(300),
    backAfterMs: z.int().min(0).max(600_000).optional(),
  }),
  /**
   * The engine is cold: its first answer begins at once, then no answer gets a token until this long after it began.
   */
  z.strictObject({ kind: z.literal('cold'), warmsUpMs: z.int().min(1).max(600_000) }),
  /** The answer takes this many times as long. */
  z.strictObject({ kind: z.literal('slow'), times: z.number().positive() }),
])
export type Fault = z.infer<typeof Fault>

export type EngineDeath = Extract<Fault, { kind: 'engine-death' }>

/** A fault and its conditions: it applies to requests that meet all of them, in the order they arrive. */
export const FaultRule = z.strictObject({
  fault: Fault,
  /** The request's path, such as `/v1/chat/completions` or `/pooling`. */
  path: z.string().optional(),
  /** A text contained in the prompt. */
  prompt: z.string().optional(),
  header: z.strictObject({ name: z.string(), value: z.string() }).optional(),
  /** Applies to a worker's preflights, and to nothing else; without it a rule applies to everything else. */
  preflight: z.literal(true).optional(),
  /** Only the n-th matching request, from 1. */
  nth: z.int().min(1).optional(),
  /** Every n-th matching request. */
  every: z.int().min(1).optional(),
  /** A share of the matching requests, drawn from the request's id: a retry under another id draws again. */
  probability: z.number().min(0).max(1).optional(),
  /** At most this often. */
  times: z.int().min(1).optional(),
})
export type FaultRule = z.infer<typeof FaultRule>
export type FaultRuleInput = z.input<typeof FaultRule>

/** What a rule can match. */
interface FaultTarget {
  readonly path: string
  readonly prompt: string
  readonly requestId: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

interface Counted {
  readonly rule: FaultRule
  fitted: number
  applied: number
}

/** The faults a server makes on demand; the first matching rule decides. */
export class FaultRules {
  #rules: Counted[] = []

  constructor(rules: readonly FaultRule[] = []) {
    this.replace(rules)
  }

  /** Replaces the rules and their counts. */
  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, fitted: 0, applied: 0 }))
  }

  /** The rules with how many requests each has matched and how often it was applied. */
  get all(): readonly Readonly<Counted>[] {
    return this.#rules
  }

  /** Returns the fault for a request; null for none. */
  pick(target: FaultTarget): Fault | null {
    for (const [place, counted] of this.#rules.entries()) {
      const { rule } = counted
      if (!fits(rule, target)) continue
      counted.fitted += 1
      if (counted.applied >= (rule.times ?? Infinity) || !isDue(rule, counted.fitted)) continue
      const chance = rule.probability ?? 1
      if (chance < 1 && seededRandom(`fault ${place} of ${target.requestId}`).next() >= chance) continue
      counted.applied += 1
      return rule.fault
    }
    return null
  }
}

function fits({ path, prompt, header, preflight }: FaultRule, target: FaultTarget): boolean {
  if ((preflight === true) !== isPreflight(target.requestId)) return false
  if (path !== undefined && path !== target.path) return false
  if (prompt !== undefined && !target.prompt.includes(prompt)) return false
  return header === undefined || target.headers[header.name.toLowerCase()] === header.value
}

function isDue({ nth, every }: FaultRule, fitted: number): boolean {
  return (nth === undefined || fitted === nth) && (every === undefined || fitted % every === 0)
}

/** Parses fault rules from JSON; the error says what is wrong with them. */
export function parseFaultRules(json: string | undefined): FaultRule[] {
  if (json === undefined) return []
  const rules = parseRow(json, z.array(FaultRule))
  if (rules.ok) return rules.value
  throw new Error(`FAULTS must be a JSON list of fault rules: ${rules.problem}`)
}

/** Lets a client ask for an error, as llm-d's simulator does: `X-Return-Error: 503` is answered 503. */
export function faultByHeader(request: IncomingMessage): Fault | null {
  const status = Number(request.headers['x-return-error'])
  return Number.isInteger(status) && status >= 400 && status <= 599 ? { kind: 'status', status } : null
}

/**
 * The remaining warm-up of a cold engine before its first token: it starts with the first answer that meets the fault.
 */
export class ColdStart {
  #warmAt: number | null = null

  /** Milliseconds; 0 if the engine is warm, or the answer has no such fault. */
  leftMs(fault: Fault | null): number {
    if (fault?.kind !== 'cold') return 0
    this.#warmAt ??= performance.now() + fault.warmsUpMs
    return Math.max(0, this.#warmAt - performance.now())
  }
}

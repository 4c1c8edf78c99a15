import type { Accepted } from './accepted.js'
import type { Choice, Span } from './choice.js'

/** Never the time: one request gets the same bytes whenever it is sent. */
export const CREATED = 1_700_000_000

/** A complete answer to a request: its choices and its id. */
export interface Reply {
  readonly id: string
  readonly model: string
  /** The value of vLLM's version and build. */
  readonly fingerprint: string
  readonly request: Accepted
  /** Takes no time, whatever the server's pace. */
  readonly isInstant?: boolean
  readonly choices: readonly Choice[]
}

/** An endpoint's response format. */
export interface Wire {
  /** The event that opens a choice's stream; empty if the endpoint has none. */
  open(reply: Reply, choice: Choice): string
  /** The event that carries some of a choice's tokens; the last one also has its finish reason. */
  delta(reply: Reply, choice: Choice, span: Span): string
  /** The event with the token counts, if requested, and the end mark. */
  end(reply: Reply, mark: boolean): string
  /** The whole reply as one JSON document, for a request that does not stream. */
  whole(reply: Reply): string
}

/** Writes one event of a stream. */
export function event(json: string): string {
  return `data: ${json}\n\n`
}

/** Formats the events that close a stream whose chunks begin with these fields. */
export function endEvents(reply: Reply, head: object, mark: boolean): string {
  const usage = reply.request.includeUsage
    ? event(JSON.stringify({ ...head, choices: [], usage: usageOf(reply), system_fingerprint: reply.fingerprint }))
    : ''
  return mark ? `${usage}data: [DONE]\n\n` : usage
}

/** Counts the tokens of a reply; a prompt drawn from several times counts once. */
export function usageOf({ request, choices }: Reply): object {
  const prompts = new Set(request.wanted.map(({ ask }) => ask.promptTokenIds))
  const prompt = [...prompts].reduce((sum, ids) => sum + ids.length, 0)
  const completion = choices.reduce((sum, { tokens }) => sum + tokens.length, 0)
  return { prompt_tokens: prompt, total_tokens: prompt + completion, completion_tokens: completion }
}

/** Serialises an object with one more field whose value is JSON already. */
export function withField(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`
}

/** Returns the token ids of a span, if they were requested and are meaningful. */
export function tokenIds({ request }: Reply, choice: Choice, { from, to }: Span): object {
  return request.returnTokenIds && choice.hasTokenIds
    ? { token_ids: choice.tokens.slice(from, to).map(({ id }) => id) }
    : {}
}

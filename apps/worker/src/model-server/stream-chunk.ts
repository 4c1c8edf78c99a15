import { TokenCount } from '@cges-fleet/core'
import { z } from 'zod'

/** A part of a message that comes as a list: text, or thinking with text parts of its own. */
const Part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.array(z.object({ text: z.string() })) }),
])

/** A part of a call of a function: its name comes once, its arguments in pieces. One of another form counts as a call alone. */
const ToolDelta = z
  .object({
    index: z.int().nonnegative().nullish(),
    function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }),
  })
  .catch({ function: {} })
export type ToolDelta = z.infer<typeof ToolDelta>

/** What one event adds to a message, or a whole message. */
const Delta = z.object({
  content: z.union([z.string(), z.array(Part)]).nullish(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(ToolDelta).nullish(),
  function_call: z.unknown().nullish(),
})

const Choice = z.object({
  index: z.int().nullish(),
  delta: Delta.nullish(),
  /** In place of the delta, from a server that does not stream. */
  message: Delta.nullish(),
  /** The text of a text completion; its log-probabilities come in lists of their own. */
  text: z.string().nullish(),
  // The entries are validated one by one where they are collected: there can be tens of thousands. An answer is whole
  // without them, so lists of another form count as none.
  logprobs: z
    .object({
      content: z.array(z.unknown()).nullish(),
      tokens: z.array(z.unknown()).nullish(),
      token_logprobs: z.array(z.unknown()).nullish(),
      top_logprobs: z.array(z.unknown()).nullish(),
    })
    .nullish()
    .catch(null),
  prompt_token_ids: z.array(z.unknown()).nullish().catch(null),
  token_ids: z.array(z.int32()).nullish().catch(null),
  finish_reason: z.string().nullish(),
})

/** A count out of its bounds says nothing. */
const Count = TokenCount.nullish().catch(null)

/** One event of a streamed completion, or a whole completion: as much of it as a sample needs. */
export const StreamChunk = z.object({
  object: z.unknown().optional(),
  choices: z.array(Choice).nullish(),
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).nullish().catch(null),
  /** Of llama.cpp: the prompt's tokens that it had, and those that it read. */
  timings: z.object({ cache_n: Count, prompt_n: Count }).nullish().catch(null),
  prompt_token_ids: z.array(z.unknown()).nullish().catch(null),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
})
export type StreamChunk = z.infer<typeof StreamChunk>
export type StreamChoice = z.infer<typeof Choice>
export type StreamDelta = z.infer<typeof Delta>

/** The text and the reasoning of a delta; where servers send the same reasoning under two names, it counts once. */
export function wordsOf(delta: StreamDelta | null): { readonly said: string; readonly thought: string } {
  const { content, refusal, reasoning, reasoning_content: former } = delta ?? {}
  const parts = typeof content === 'string' || !content ? [] : content
  const text =
    typeof content === 'string' ? content : parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const thinking = parts.flatMap((part) => (part.type === 'thinking' ? part.thinking.map((one) => one.text) : []))
  return { said: `${text}${refusal ?? ''}`, thought: reasoning || former || thinking.join('') }
}

/** The error that an event reports, in words; null if it reports none. */
export function reportedError({ error, object, message, choices, usage }: StreamChunk): string | null {
  if (error) return messageOf(error)
  const isOnlyMessage = !choices && !usage && typeof message === 'string'
  return object === 'error' || isOnlyMessage ? messageOf({ message }) : null
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : JSON.stringify(error)
}

/** An unterminated string matches to the end: retried from each of its quotes, it would take quadratic time. */
const STRING_OR_NOT_A_NUMBER = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?Infinity|NaN/g

/** Parses JSON as servers written in Python may send it, with bare NaN or -Infinity as numbers. */
export function parseWireJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(text.replace(STRING_OR_NOT_A_NUMBER, spell))
  }
}

function spell(token: string): string {
  switch (token) {
    case 'NaN':
    case 'Infinity':
      return 'null'
    case '-Infinity':
      return '-1e999'
    default:
      return token
  }
}

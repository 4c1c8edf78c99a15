import type { MadeCall, ToolCall } from '@cges-fleet/core'
import type { LandedReply } from '@cges-fleet/db'
import { methodKey } from '@cges-fleet/methods'
import type { Answered } from '../answers/asking.js'
import { chosenReply, confidenceOf, votesOf } from '../answers/chosen.js'
import type { ChatWork } from '../requests/chat-work.js'
import { Refusal } from './refusal.js'

/** An answer in the parts that both forms of response are made of. */
export interface ChatAnswer {
  readonly id: string
  readonly created: number
  readonly model: string
  readonly text: string
  readonly reasoning: string | null
  /** The functions to call; none if it is a text. */
  readonly toolCalls: readonly MadeCall[]
  readonly finishReason: 'stop' | 'length' | 'tool_calls'
  readonly usage: Usage
  /** What the vote was. */
  readonly cges: object
  /** What its form repeats of the request. */
  readonly repeats: object
}

interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

/** Makes a request's answer: the text of a reply that was drawn, and what the vote was. */
export function chatAnswer(
  work: ChatWork,
  { requestId, verdict, replies, digest }: Answered,
  { now, repeats }: { readonly now: Date; readonly repeats: object },
): ChatAnswer {
  const chosen = chosenReply(work.method, verdict, replies)
  if (chosen === undefined || (verdict.answer === null && work.noAnswer === 'error'))
    throw new Refusal('no_answer', `No answer of kind ${work.body.answerKind} won in ${verdict.calls} replies.`)
  const toolCalls = callsOf(chosen, requestId)
  return {
    id: `chatcmpl-${requestId}`,
    created: Math.floor(now.getTime() / 1000),
    model: work.model,
    text: chosen.text ?? '',
    reasoning: chosen.reasoning,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool_calls' : chosen.drawn.finishReason === 'length' ? 'length' : 'stop',
    usage: usageOf([...replies.values()]),
    cges: {
      method: methodKey(work.method),
      answer: verdict.answer,
      calls: verdict.calls,
      score: verdict.score,
      votes: votesOf(verdict, replies),
      stoppedBy: verdict.stoppedBy,
      seed: work.seed,
      digest,
      sample: chosen.index,
      ...(work.tellsSamples ? { samples: samplesOf(work, replies) } : {}),
    },
    repeats,
  }
}

/** The functions that a reply calls, as its worker wrote them down. */
function callsOf({ drawn, outcome }: LandedReply, requestId: string): MadeCall[] {
  if (outcome !== 'answer' || drawn.finishReason !== 'tool_calls') return []
  const calls = JSON.parse(drawn.rawAnswer ?? '[]') as readonly ToolCall[]
  return calls.map((call, at) => ({
    id: `call_${requestId.replaceAll('-', '')}_${at}`,
    type: 'function',
    function: call,
  }))
}

/** The tokens of every call, also of those that were drawn ahead and decided nothing. */
function usageOf(replies: readonly LandedReply[]): Usage {
  const sum = (of: (reply: LandedReply) => number | null | undefined) =>
    replies.reduce((total, reply) => total + (of(reply) ?? 0), 0)
  const prompt = sum(({ drawn }) => drawn.promptTokens)
  const completion = sum(({ drawn }) => drawn.completionTokens)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

function samplesOf({ method }: ChatWork, replies: ReadonlyMap<number, LandedReply>): object[] {
  return [...replies.values()]
    .toSorted((one, other) => one.index - other.index)
    .map((reply) => ({
      index: reply.index,
      outcome: reply.outcome,
      answer: reply.drawn.answerKey ?? null,
      confidence: confidenceOf(method, reply),
      tokens: reply.drawn.completionTokens ?? null,
      text: reply.text,
    }))
}

/** The answer as one JSON object. */
export function wholeCompletion({
  id,
  created,
  model,
  text,
  reasoning,
  toolCalls,
  finishReason,
  usage,
  cges,
}: ChatAnswer): object {
  const message = {
    role: 'assistant',
    content: toolCalls.length > 0 && text === '' ? null : text,
    refusal: null,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
  }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason }]
  return { id, object: 'chat.completion', created, model, choices, usage, cges }
}

/** Characters of one chunk. */
const CHUNK = 2000

/** A text in the pieces that a stream sends, no character cut. */
export function* pieces(text: string): Generator<string> {
  const characters = [...text]
  for (let from = 0; from < characters.length; from += CHUNK) yield characters.slice(from, from + CHUNK).join('')
}

/** A call as a stream sends it: its function first, then its arguments in pieces. */
function* callChunks(
  index: number,
  { id, type, function: { name, arguments: text } }: MadeCall,
  chunk: (delta: object, finish: null) => object,
): Generator<object> {
  yield chunk({ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] }, null)
  for (const part of pieces(text)) yield chunk({ tool_calls: [{ index, function: { arguments: part } }] }, null)
}

/** The answer as the chunks of a stream. */
export function* completionChunks(answer: ChatAnswer, includesUsage: boolean): Generator<object> {
  const { id, created, model, text, reasoning, toolCalls, finishReason, usage, cges } = answer
  const chunk = (delta: object, finish: string | null, more: object = {}) => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  })
  yield chunk({ role: 'assistant', content: '' }, null)
  for (const part of pieces(reasoning ?? '')) yield chunk({ reasoning_content: part }, null)
  for (const content of pieces(text)) yield chunk({ content }, null)
  for (const [index, call] of toolCalls.entries()) yield* callChunks(index, call, chunk)
  yield chunk({}, finishReason, { cges })
  if (includesUsage) yield { id, object: 'chat.completion.chunk', created, model, choices: [], usage }
}

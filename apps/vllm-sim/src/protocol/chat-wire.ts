import { createHash } from 'node:crypto'
import type { Token } from '../answers/tokenizer.js'
import type { OfferedTool } from './accept-request.js'
import {
  type Choice,
  CREATED,
  endEvents,
  event,
  isLastPart,
  type Reply,
  type Span,
  spoken,
  tokenAlternatives,
  tokenIds,
  usageOf,
  type Wire,
  withField,
} from './reply.js'

/** vLLM's format of chat completions. */
export const chatWire: Wire = {
  open: roleEvent,
  delta: deltaEvent,
  end: (reply, mark) => endEvents(reply, chunk(reply), mark),
  whole: wholeAnswer,
}

function roleEvent(reply: Reply, { index, promptTokenIds }: Choice): string {
  const choice = { index, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }
  const ids = reply.request.returnTokenIds ? { prompt_token_ids: promptTokenIds, prompt_text: null } : {}
  return event(JSON.stringify({ ...chunk(reply), choices: [choice], ...ids }))
}

function deltaEvent(reply: Reply, choice: Choice, span: Span): string {
  const isLast = isLastPart(choice, span)
  const said = {
    index: choice.index,
    delta: deltaOf(reply, choice, span),
    finish_reason: isLast ? finishOf(reply, choice) : null,
    ...(isLast ? { stop_reason: choice.stopReason } : {}),
    ...tokenIds(reply, choice, span),
  }
  const choiceText = withField(said, 'logprobs', logprobsText(reply, choice, span))
  return event(withField(chunk(reply), 'choices', `[${choiceText}]`))
}

/** While a model thinks, its content is absent; a delta that ends the thinking has both. */
function deltaOf({ request }: Reply, choice: Choice, span: Span): object {
  const { reasoning, content } = spoken(choice, span)
  // As a parser of calls does, which holds back a text that may become one.
  if (request.tool !== null) return isLastPart(choice, span) ? { tool_calls: callsOf(request.tool, choice) } : {}
  if (choice.thinking === 0) return { content }
  const thought = reasoning === '' || !request.includeReasoning ? {} : { reasoning }
  return { ...thought, ...(content === '' ? {} : { content }) }
}

function wholeAnswer(reply: Reply): string {
  const { id, model, fingerprint, request, choices } = reply
  const whole = {
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    system_fingerprint: fingerprint,
    usage: usageOf(reply),
    prompt_logprobs: null,
    prompt_token_ids: request.returnTokenIds ? (choices[0]?.promptTokenIds ?? []) : null,
  }
  return withField(whole, 'choices', `[${choices.map((choice) => wholeChoice(reply, choice)).join(',')}]`)
}

function wholeChoice(reply: Reply, choice: Choice): string {
  const span = { from: 0, to: choice.tokens.length }
  const { reasoning, content } = spoken(choice, span)
  const thinksStill = choice.thinking > 0 && choice.thinking >= choice.tokens.length
  const said = {
    index: choice.index,
    message: {
      role: 'assistant',
      content: thinksStill || reply.request.tool !== null ? null : content,
      reasoning: choice.thinking === 0 || !reply.request.includeReasoning ? null : reasoning,
      ...(reply.request.tool === null ? {} : { tool_calls: callsOf(reply.request.tool, choice) }),
    },
    finish_reason: finishOf(reply, choice),
    stop_reason: choice.stopReason,
    ...tokenIds(reply, choice, span),
  }
  return withField(said, 'logprobs', logprobsText(reply, choice, span))
}

function finishOf({ request }: Reply, { finish }: Choice): string | null {
  return request.tool !== null && finish === 'stop' ? 'tool_calls' : finish
}

const BOX = String.raw`\boxed{`

/** The answer in its box, as the argument of a call. */
function callsOf({ name, argument }: OfferedTool, { text, finish }: Choice): object[] {
  const box = text.indexOf(BOX)
  const end = box < 0 ? -1 : text.indexOf('}', box)
  const written = JSON.stringify({ [argument]: end < 0 ? text : text.slice(box + BOX.length, end) })
  const id = `call_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  return [
    {
      index: 0,
      id,
      type: 'function',
      function: { name, arguments: finish === 'stop' ? written : written.slice(0, -2) },
    },
  ]
}

function chunk({ id, model }: Reply): object {
  return { id, object: 'chat.completion.chunk', created: CREATED, model }
}

function logprobsText({ request }: Reply, choice: Choice, { from, to }: Span): string {
  const { logprobs, tokens } = choice
  const { logprobs: top } = request
  if (top === null || logprobs === null) return 'null'
  const entries = tokens.slice(from, to).map((token, place) => {
    const logprob = logprobs[from + place] ?? 0
    const others = tokenAlternatives(choice, from + place, top)
    const listed = others.map((other) => `${spelt(other.token)}${other.logprob}${bytesOf(other.token)}}`)
    return `${spelt(token)}${logprob}${bytesOf(token)},"top_logprobs":[${listed.join(',')}]}`
  })
  return `{"content":[${entries.join(',')}]}`
}

// Log-probabilities are nearly all that is sent, and tokens recur: each is serialised once.
const spellings = new WeakMap<Token, { readonly before: string; readonly bytes: string }>()

function spelt(token: Token): string {
  return spellingOf(token).before
}

function bytesOf(token: Token): string {
  return spellingOf(token).bytes
}

function spellingOf(token: Token): { readonly before: string; readonly bytes: string } {
  const known = spellings.get(token)
  if (known !== undefined) return known
  const before = `{"token":${JSON.stringify(token.text)},"logprob":`
  const spelling = { before, bytes: `,"bytes":${JSON.stringify(token.bytes ?? [...Buffer.from(token.text)])}` }
  spellings.set(token, spelling)
  return spelling
}

import type { MadeCall } from '@cges-fleet/core'
import { type ChatAnswer, pieces } from './chat-completion.js'

/** The answer as one object of OpenAI's Responses. */
export function wholeResponse(answer: ChatAnswer): object {
  const { finishReason, usage, cges } = answer
  const isCut = finishReason === 'length'
  return {
    ...begun(answer),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: itemsOf(answer),
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total_tokens,
    },
    cges,
  }
}

function begun({ id, created, model, repeats }: ChatAnswer): object {
  return {
    id: idAs('resp', id),
    object: 'response',
    created_at: created,
    model,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
    ...repeats,
  }
}

/** What the model thought, where it says so, and its message, or the functions it calls. */
function itemsOf(answer: ChatAnswer): object[] {
  const { reasoning, text, toolCalls } = answer
  return [
    ...(reasoning === null ? [] : [reasoningOf(answer, reasoning)]),
    ...(toolCalls.length > 0 && text === '' ? [] : [messageOf(answer)]),
    ...toolCalls.map(calledOf),
  ]
}

function calledOf({ id, function: { name, arguments: text } }: MadeCall): object {
  return {
    id: id.replace('call', 'fc'),
    type: 'function_call',
    status: 'completed',
    call_id: id,
    name,
    arguments: text,
  }
}

function reasoningOf({ id }: ChatAnswer, text: string): object {
  return { id: idAs('rs', id), type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text }] }
}

function messageOf({ id, text, finishReason }: ChatAnswer): object {
  return {
    id: idAs('msg', id),
    type: 'message',
    role: 'assistant',
    status: finishReason === 'length' ? 'incomplete' : 'completed',
    content: [partOf(text)],
  }
}

function partOf(text: string): object {
  return { type: 'output_text', text, annotations: [] }
}

function idAs(kind: 'resp' | 'msg' | 'rs', id: string): string {
  return id.replace(/^chatcmpl-/, `${kind}_`)
}

type Event = (type: string, more: object) => object

/** The answer as the events of a stream of OpenAI's Responses. */
export function* responseEvents(answer: ChatAnswer): Generator<object> {
  let number = 0
  const event: Event = (type, more) => ({ type, sequence_number: number++, ...more })
  yield event('response.created', { response: begun(answer) })
  if (answer.reasoning !== null) yield* reasoningEvents(answer, answer.reasoning, event)
  if (answer.toolCalls.length === 0 || answer.text !== '') yield* messageEvents(answer, event)
  yield* callEvents(answer, event)
  const last = answer.finishReason === 'length' ? 'response.incomplete' : 'response.completed'
  yield event(last, { response: wholeResponse(answer) })
}

function* reasoningEvents(answer: ChatAnswer, text: string, event: Event): Generator<object> {
  const place = { item_id: idAs('rs', answer.id), output_index: 0, content_index: 0 }
  const item = reasoningOf(answer, text)
  yield event('response.output_item.added', { output_index: 0, item: { ...item, content: [] } })
  for (const delta of pieces(text)) yield event('response.reasoning_text.delta', { ...place, delta })
  yield event('response.reasoning_text.done', { ...place, text })
  yield event('response.output_item.done', { output_index: 0, item })
}

function* messageEvents(answer: ChatAnswer, event: Event): Generator<object> {
  const { id, text } = answer
  const at = answer.reasoning === null ? 0 : 1
  const place = { item_id: idAs('msg', id), output_index: at, content_index: 0 }
  const item = { ...messageOf(answer), status: 'in_progress', content: [] }
  yield event('response.output_item.added', { output_index: at, item })
  yield event('response.content_part.added', { ...place, part: partOf('') })
  for (const delta of pieces(text)) yield event('response.output_text.delta', { ...place, delta, logprobs: [] })
  yield event('response.output_text.done', { ...place, text, logprobs: [] })
  yield event('response.content_part.done', { ...place, part: partOf(text) })
  yield event('response.output_item.done', { output_index: at, item: messageOf(answer) })
}

function* callEvents(answer: ChatAnswer, event: Event): Generator<object> {
  const first = itemsOf(answer).length - answer.toolCalls.length
  for (const [at, call] of answer.toolCalls.entries()) {
    const item = calledOf(call)
    const { name, arguments: text } = call.function
    const place = { item_id: call.id.replace('call', 'fc'), output_index: first + at }
    yield event('response.output_item.added', {
      output_index: first + at,
      item: { ...item, status: 'in_progress', arguments: '' },
    })
    for (const delta of pieces(text)) yield event('response.function_call_arguments.delta', { ...place, delta })
    yield event('response.function_call_arguments.done', { ...place, name, arguments: text })
    yield event('response.output_item.done', { output_index: first + at, item })
  }
}

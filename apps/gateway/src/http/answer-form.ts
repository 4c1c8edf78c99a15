import type { ChatAnswer } from './chat-completion.js'
import { completionChunks, wholeCompletion } from './chat-completion.js'
import { responseEvents, wholeResponse } from './response.js'
import { chatOfResponse, repeatedOf } from '../requests/response-fields.js'

/** A protocol of OpenAI's in which a request comes and its answer goes. */
export interface AnswerForm {
  /** Returns the chat completion that a request as JSON asks for; throws a `Refusal` that names what is not understood. */
  toChat(json: unknown): unknown
  /** What an answer repeats of its request as JSON, once that was understood. */
  repeats(json: unknown): object
  whole(answer: ChatAnswer): object
  /** The answer as the events of a stream. */
  events(answer: ChatAnswer, includesUsage: boolean): Iterable<object>
  /** Whether each event is named by its type, and the last ends the stream. */
  readonly named: boolean
}

export const CHAT: AnswerForm = {
  toChat: (json) => json,
  repeats: () => ({}),
  whole: wholeCompletion,
  events: completionChunks,
  named: false,
}

export const RESPONSES: AnswerForm = {
  toChat: chatOfResponse,
  repeats: repeatedOf,
  whole: wholeResponse,
  events: responseEvents,
  named: true,
}

import { LONGEST_TEXT } from '@cges-fleet/core'
import { endMeaning, isEnd } from '@cges-fleet/formats'
import type { Finished, UsedTokens } from './drawn.js'
import {
  parseWireJson,
  reportedError,
  type StreamChoice,
  StreamChunk,
  type StreamDelta,
  wordsOf,
} from './stream-chunk.js'
import { type ServerEvent, StreamFault } from './sse-parser.js'
import { TokenLog, type Watched } from './token-log.js'
import { ToolCallParts } from './tool-call-parts.js'

type Content = Omit<Finished, 'kind' | 'finish' | 'ttftMs' | 'totalMs'>

/** How many tokens more than it may an answer can have before it is cut: servers count the ends of answers differently. */
export const TOKEN_SLACK = 64

interface Wanted {
  /** The most tokens the answer may have. */
  readonly maxTokens: number
  /** The texts before the first of which the answer ends. */
  readonly stop?: readonly string[]
  readonly watched?: Watched | undefined
}

/**
 * Assembles the answer from the events of one streamed completion, or from a whole one. What it does not understand is
 * a StreamFault, until the answer's end was seen: nothing that comes later makes a complete answer incomplete.
 */
export class CompletionCollector {
  readonly #tokens: TokenLog
  readonly #mostTokens: number
  readonly #now: () => number
  readonly #stop: readonly string[]
  readonly #longestStop: number
  #text = ''
  #reasoning: string | null = null
  #refused = false
  #calledFunction = false
  readonly #tools = new ToolCallParts()
  #isWhole = false
  #isStopped = false
  #ended: Finished['finish'] | null = null
  #done = false
  #firstTokenAt: number | null = null
  #promptTokens: number | null = null
  #counted: { readonly prompt: number | null; readonly completion: number | null } = { prompt: null, completion: null }

  constructor(now: () => number, { maxTokens, stop = [], watched }: Wanted) {
    this.#now = now
    this.#stop = stop
    this.#longestStop = Math.max(0, ...stop.map((text) => text.length))
    this.#mostTokens = maxTokens + TOKEN_SLACK
    this.#tokens = new TokenLog(watched)
  }

  /** When the first generated token arrived, on the given clock; null before that. */
  get firstTokenAt(): number | null {
    return this.#firstTokenAt
  }

  /** How many tokens have arrived so far. */
  get tokens(): number {
    return this.#tokens.count
  }

  /** The tokens so far, of an answer that is given up. */
  get used(): UsedTokens {
    return { promptTokens: this.#counted.prompt ?? this.#promptTokens, completionTokens: this.#tokens.count }
  }

  /** Whether the answer has fallen below every bar it may be ended by, and its end has not come. */
  get mayEnd(): boolean {
    return this.#ended === null && this.#tokens.endedAfter !== null
  }

  /** Whether the answer is longer than it may be: the server ignores the limit, or never ends. */
  get isOverLimit(): boolean {
    const characters = Math.max(this.#text.length, this.#reasoning?.length ?? 0, this.#tools.characters)
    return this.#tokens.count > this.#mostTokens || characters > LONGEST_TEXT
  }

  /** Whether the answer went on past a stop sequence, before which it was ended here. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Whether the server has said that it will send nothing more. */
  get isDone(): boolean {
    return this.#done
  }

  /** How the answer ended; null before that. One over its limit would have been cut there by a server that heeds it. */
  get finish(): Finished['finish'] | null {
    if (this.isOverLimit) return 'length'
    if (this.#ended === null) return null
    if (this.#refused) return 'declined'
    return this.#ended === 'stop' && (this.#calledFunction || this.#tools.any) ? 'tool_calls' : this.#ended
  }

  /** Takes one event; throws StreamFault if the answer in it is incomplete or cannot be understood. */
  take({ name, data }: ServerEvent): void {
    if (data.trim() === '[DONE]') this.#done = true
    if (this.#done || this.#isStopped || data.trim() === '') return
    try {
      if (name === 'error') throw new StreamFault('reported_error', failed(errorIn(data)))
      for (const chunk of parseChunks(data)) this.#takeChunk(chunk)
    } catch (error) {
      const isLater = this.#ended !== null && error instanceof StreamFault && error.what !== 'text_after_end'
      if (!isLater) throw error
    }
  }

  /** Takes a whole completion, from a server that does not stream. */
  takeWhole(body: string): void {
    const chunk = parsed(body)
    if (chunk === null || (!chunk.choices && reportedError(chunk) === null)) throw noCompletion(body)
    this.#isWhole = true
    this.#takeChunk(chunk)
  }

  /** The part collected up to the token at which the answer may be ended; its text includes that token's chunk. */
  contentToBar(): Content {
    const tokens = this.#tokens.endedAfter ?? this.#tokens.count
    this.#tokens.cutTo(tokens)
    return this.#content(tokens)
  }

  /** The collected completion; with log-probabilities only if every generated token has one. */
  content(): Content {
    return this.#content(this.#credible() ?? this.#tokens.count)
  }

  #content(completionTokens: number): Content {
    const log = this.#tokens.of(completionTokens)
    const promptTokens = this.#counted.prompt ?? this.#promptTokens ?? 0
    const streamed = !this.#isWhole
    const toolCalls = this.#tools.calls
    return { text: this.#text, reasoning: this.#reasoning, toolCalls, ...log, promptTokens, completionTokens, streamed }
  }

  /** The server's count of generated tokens; null if there is none, or one that cannot be. */
  #credible(): number | null {
    const { completion } = this.#counted
    const isNone = completion === 0 && this.#tokens.count > 0
    return completion === null || isNone || completion > this.#mostTokens ? null : completion
  }

  #takeChunk(chunk: StreamChunk): void {
    const error = reportedError(chunk)
    if (error !== null) throw new StreamFault('reported_error', failed(error))
    if (chunk.prompt_token_ids) this.#promptTokens = chunk.prompt_token_ids.length
    if (chunk.timings) this.#promptTokens = (chunk.timings.cache_n ?? 0) + (chunk.timings.prompt_n ?? 0)
    const { prompt, completion } = this.#counted
    const { prompt_tokens: prompts, completion_tokens: completions } = chunk.usage ?? {}
    this.#counted = { prompt: prompts ?? prompt, completion: completions ?? completion }
    const choices = chunk.choices ?? []
    const other = choices.find(({ index }, place) => (index ?? place) !== 0)
    if (other !== undefined) throw otherChoice(other, choices.length)
    for (const choice of choices) this.#takeChoice(choice)
  }

  #takeChoice(choice: StreamChoice): void {
    const delta = this.#deltaOf(choice)
    const { said: words, thought } = wordsOf(delta)
    const said = `${choice.text ?? ''}${words}`
    const hasText = said !== '' || thought !== ''
    if (this.#ended !== null) {
      if (hasText)
        throw new StreamFault('text_after_end', 'the model server sent more text after the end of the answer')
      return
    }
    if (choice.prompt_token_ids) this.#promptTokens = choice.prompt_token_ids.length
    this.#text += said
    if (thought !== '') this.#reasoning = (this.#reasoning ?? '') + thought
    if (delta?.refusal) this.#refused = true
    if (delta?.function_call) this.#calledFunction = true
    const tools = delta?.tool_calls ?? []
    this.#tools.add(tools)
    const isPart = hasText || tools.length > 0
    this.#tokens.add(entriesOf(choice), choice.token_ids ?? null, isPart)
    if (this.#firstTokenAt === null && (isPart || this.#tokens.count > 0)) this.#firstTokenAt = this.#now()
    if (this.#stopWithin(said.length)) return
    if (isEnd(choice.finish_reason)) this.#end(choice.finish_reason)
  }

  /** Ends the answer before a stop sequence that ends in its last characters: not every server heeds them. */
  #stopWithin(last: number): boolean {
    if (this.#stop.length === 0 || last === 0) return false
    const from = Math.max(0, this.#text.length - last - this.#longestStop + 1)
    const found = this.#stop.flatMap((text) => {
      const start = this.#text.indexOf(text, from)
      return start < 0 ? [] : [{ start, end: start + text.length }]
    })
    // The one that is whole first, so that it does not matter how the answer was cut into events.
    const [first] = found.toSorted((a, b) => a.end - b.end || a.start - b.start)
    if (first === undefined) return false
    this.#text = this.#text.slice(0, first.start)
    this.#isStopped = true
    this.#ended = 'stop'
    return true
  }

  /** A message in place of a delta is the whole answer; one that repeats what was said adds nothing. */
  #deltaOf({ delta, message }: StreamChoice): StreamDelta | null {
    if (delta || !message) return delta ?? null
    if (this.#text === '' && this.#reasoning === null && !this.#tools.any) return message
    if (wordsOf(message).said === this.#text) return null
    throw new StreamFault('unreadable_event', 'the model server sent a whole message that is not what it had streamed')
  }

  #end(word: string): void {
    const meaning = endMeaning(word)
    const said = `finish_reason ${word.slice(0, 100)}`
    switch (meaning) {
      case null:
        throw new StreamFault('unknown_end', `the model server ended the answer with an unknown reason (${said})`)
      case 'gave_up':
        throw new StreamFault('gave_up', `the model server ended the answer early (${said})`)
      case 'failed':
        throw new StreamFault('reported_error', `the model server failed while answering (${said})`)
      default:
        this.#ended = meaning
    }
  }
}

/** The fault of a response that is something other than a completion. */
export function noCompletion(body: string): StreamFault {
  return new StreamFault(
    'no_completion',
    `the model server answered 200 with something other than a completion: ${body.trim().slice(0, 200)}`,
  )
}

function otherChoice({ index }: StreamChoice, choices: number): StreamFault {
  const sent = index == null ? `${choices} choices without an index` : `choice ${index}`
  return new StreamFault('other_choice', `the model server sent ${sent}, but only choice 0 was requested (n is 1)`)
}

/** Text completions list tokens and log-probabilities apart; both endpoints end in one form. */
function entriesOf({ logprobs }: StreamChoice): readonly unknown[] | null {
  if (logprobs?.content) return logprobs.content
  const { tokens, token_logprobs: values, top_logprobs: tops } = logprobs ?? {}
  if (!values) return null
  return values.map((logprob, place) => ({ token: tokens?.[place], logprob, top_logprobs: tops?.[place] }))
}

/** The chunks of one event: several, if a server leaves out the blank lines between them. */
function parseChunks(data: string): readonly StreamChunk[] {
  const whole = parsed(data)
  if (whole !== null) return [whole]
  const lines = data.split('\n').filter((line) => line.trim() !== '[DONE]')
  const chunks = data.includes('\n') ? lines.map(parsed) : []
  if (chunks.length > 0 && chunks.every((chunk) => chunk !== null)) return chunks
  throw new StreamFault(
    'unreadable_event',
    `the model server sent an event that is no completion chunk: ${data.slice(0, 200)}`,
  )
}

function parsed(text: string): StreamChunk | null {
  try {
    return StreamChunk.parse(parseWireJson(text))
  } catch {
    return null
  }
}

function errorIn(data: string): string {
  const chunk = parsed(data)
  return (chunk === null ? null : reportedError(chunk)) ?? data
}

function failed(why: string): string {
  return `the model server failed while answering: ${why.slice(0, 1000)}`
}

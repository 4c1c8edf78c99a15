import type { Finished } from './drawn.js'
import { parseWireJson } from './parse-wire-json.js'
import { StreamChunk, type StreamChoice } from './stream-chunk.js'
import { StreamFault } from './stream-fault.js'
import { TokenLog, type Watched } from './token-log.js'

type Content = Omit<Finished, 'kind' | 'finish' | 'ttftMs' | 'totalMs'>

/** Assembles the answer from the events of one streamed completion. */
export class CompletionCollector {
  readonly #tokens: TokenLog
  readonly #now: () => number
  #text = ''
  #reasoning: string | null = null
  #refused = false
  #finishReason: string | null = null
  #firstTokenAt: number | null = null
  #promptTokens = 0
  #usage: { prompt_tokens: number; completion_tokens?: number | null | undefined } | null = null

  constructor(now: () => number, watched?: Watched) {
    this.#now = now
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

  /** Whether the answer has fallen below every bar it may be ended by, and its end has not come. */
  get mayEnd(): boolean {
    return this.#finishReason === null && this.#tokens.endedAfter !== null
  }

  /** How the answer ended, as the sample records it; null before that. */
  get finish(): Finished['finish'] | null {
    if (this.#finishReason === null) return null
    if (this.#refused) return 'declined'
    switch (this.#finishReason) {
      case 'length':
      case 'repetition':
        return 'length'
      case 'content_filter':
      case 'refusal':
        return 'declined'
      default:
        return 'stop'
    }
  }

  /** Takes the data of one event; throws StreamFault if the answer in it is incomplete. */
  take(data: string): void {
    if (data === '[DONE]') return
    const chunk = parseChunk(data)
    if (chunk.error !== null && chunk.error !== undefined) throw new StreamFault(describe(chunk.error))
    if (chunk.prompt_token_ids) this.#promptTokens = chunk.prompt_token_ids.length
    if (chunk.usage) this.#usage = chunk.usage
    const choice = chunk.choices?.[0]
    if (choice !== undefined) this.#takeChoice(choice)
  }

  /** The part collected up to the token at which the answer may be ended; its text includes that token's chunk. */
  contentToBar(): Content {
    const tokens = this.#tokens.endedAfter ?? this.#tokens.count
    this.#tokens.cutTo(tokens)
    return this.content(tokens)
  }

  /** The collected completion; with log-probabilities only if every generated token has one. */
  content(completionTokens = this.#usage?.completion_tokens ?? this.#tokens.count): Content {
    return {
      text: this.#text,
      reasoning: this.#reasoning,
      logprobs: this.#tokens.logprobs(completionTokens),
      tokenIds: this.#tokens.ids(completionTokens),
      tokens: this.#tokens.texts(completionTokens),
      certainties: this.#tokens.certainties(completionTokens),
      minima: this.#tokens.minima(completionTokens),
      promptTokens: this.#usage?.prompt_tokens ?? this.#promptTokens,
      completionTokens,
    }
  }

  #takeChoice(choice: StreamChoice): void {
    const said = `${choice.delta?.content ?? choice.text ?? ''}${choice.delta?.refusal ?? ''}`
    if (choice.prompt_token_ids) this.#promptTokens = choice.prompt_token_ids.length
    const thought = choice.delta?.reasoning ?? choice.delta?.reasoning_content ?? ''
    const hasText = said !== '' || thought !== ''
    this.#text += said
    if (thought !== '') this.#reasoning = (this.#reasoning ?? '') + thought
    if (choice.delta?.refusal) this.#refused = true
    this.#tokens.add(entriesOf(choice), choice.token_ids ?? null, hasText)
    if (this.#firstTokenAt === null && (hasText || this.#tokens.count > 0)) this.#firstTokenAt = this.#now()
    if (choice.finish_reason) this.#takeFinish(choice.finish_reason)
  }

  #takeFinish(reason: string): void {
    if (reason === 'abort')
      throw new StreamFault('the model server ended the answer early (finish_reason abort)', false)
    if (reason === 'error') throw new StreamFault('the model server failed while answering (finish_reason error)')
    this.#finishReason = reason
  }
}

/** Text completions list tokens and log-probabilities apart; both endpoints end in one form. */
function entriesOf({ logprobs }: StreamChoice): readonly unknown[] | null {
  if (logprobs?.content) return logprobs.content
  const { tokens, token_logprobs: values, top_logprobs: tops } = logprobs ?? {}
  if (!values) return null
  return values.map((logprob, place) => ({ token: tokens?.[place], logprob, top_logprobs: tops?.[place] }))
}

function parseChunk(data: string): StreamChunk {
  try {
    return StreamChunk.parse(parseWireJson(data))
  } catch {
    throw new StreamFault(`the model server sent an event that is no completion chunk: ${data.slice(0, 200)}`)
  }
}

function describe(error: string | { message: string }): string {
  return `the model server failed while answering: ${typeof error === 'string' ? error : error.message}`
}

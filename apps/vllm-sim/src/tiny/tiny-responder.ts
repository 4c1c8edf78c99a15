import { randomInt } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { seededRandom } from '@cges-fleet/methods'
import { Batch, type ByteBpe, chatPrompt, type Draw, type Sequence, type TinyLlama } from '@cges-fleet/tiny-llama'
import type { Draft, ModelAsk, Responder } from '../answers/responder.js'
import type { Token, Tokenizer } from '../answers/tokenizer.js'

/** Answers with the tiny model; one request has one answer, in every process and whatever runs beside it. */
export function tinyResponder(tiny: TinyLlama): Responder {
  const writer = new TinyWriter(tiny)
  const { vocab_size: vocabulary } = tiny.llama.config
  return (ask) => {
    const stranger = ask.promptTokenIds.find((id) => id >= vocabulary)
    if (stranger !== undefined) return { kind: 'refused', message: `Token id ${stranger} is out of vocabulary` }
    if (ask.isPenalised) {
      const message = 'This model is drawn without penalties: leave repetition, presence and frequency penalty out.'
      return { kind: 'refused', message }
    }
    return { kind: 'writing', write: (signal) => write({ tiny, writer, ask }, signal) }
  }
}

interface Writing {
  readonly tiny: TinyLlama
  readonly writer: TinyWriter
  readonly ask: ModelAsk
}

async function* write({ tiny, writer, ask }: Writing, signal: AbortSignal): AsyncGenerator<Draft> {
  const { promptTokenIds, temperature, topP, topK, minP, maxTokens, alternatives } = ask
  const { next } = seededRandom(`tiny ${ask.seed ?? randomInt(2 ** 47)}`)
  const sampling = { temperature, topP, topK, minP }
  const draw = { promptIds: promptTokenIds, sampling, maxTokens, alternatives, random: next }
  const read = tokenReader(tiny.tokenizer)
  const tokens: Draft['tokens'][number][] = []
  for await (const sequence of writer.write(draw, signal)) {
    for (const { id } of sequence.tokens.slice(tokens.length)) tokens.push(read(id))
    yield draftOf(tiny, sequence, [...tokens])
  }
}

function draftOf({ tokenizer }: TinyLlama, sequence: Sequence, tokens: Draft['tokens']): Draft {
  return {
    tokens,
    logprobs: sequence.tokens.map(({ logprob }) => rounded(logprob)),
    alternatives: sequence.tokens.map(({ likeliest }) =>
      likeliest.map(({ id, logprob }) => ({ token: tokenOf(tokenizer, id), logprob: rounded(logprob) })),
    ),
    hasTokenIds: true,
    finish: sequence.finish,
    cachedTokens: sequence.cachedTokens,
  }
}

function rounded(logprob: number): number {
  return Number(logprob.toFixed(7))
}

const REMEMBERED = 20_000

/** Adapts a model's own tokenizer to the protocol. */
export function tinyTokenizer(bpe: ByteBpe): Tokenizer {
  const encode = (text: string): Token[] => bpe.encode(text).map((id) => tokenOf(bpe, id))
  return {
    encode,
    chat: (messages) => {
      const text = chatPrompt(messages)
      return { text, tokenIds: bpe.encode(text) }
    },
    longestToken: bpe.longestToken,
  }
}

/** Returns a single token, its bytes decoded as characters as far as possible. */
function tokenOf(bpe: ByteBpe, id: number): Token {
  return tokenReader(bpe)(id)
}

const known = new Map<string, Token>()

/**
 * Converts ids to tokens one after another. A character of several tokens belongs to the last of them, so that the
 * texts concatenate to the text of all.
 */
export function tokenReader(bpe: ByteBpe): (id: number) => Token {
  const decoder = new TextDecoder('utf8', { ignoreBOM: true })
  return (id) => {
    const bytes = bpe.bytes(id) ?? new Uint8Array()
    const text = decoder.decode(bytes, { stream: true })
    const name = `${id} ${text}`
    const token = known.get(name) ?? { text, id, bytes: [...bytes], isSpecial: bpe.isSpecial(id) }
    if (known.size < REMEMBERED) known.set(name, token)
    return token
  }
}

/** Tokens of a fast stream come several at a time, no more often than this. */
const EVENT_MS = 25

/** Steps a model a few milliseconds at a time, so that the server stays responsive in between. */
class TinyWriter {
  readonly #batch: Batch
  #stepped: Promise<void> | null = null

  constructor({ llama }: TinyLlama) {
    this.#batch = new Batch(llama)
  }

  /** Yields an answer again and again as it grows; the last time it has a finish. Stops early if the signal aborts. */
  async *write(draw: Draw, signal: AbortSignal): AsyncGenerator<Sequence> {
    if (signal.aborted) return
    const sequence = this.#batch.add(draw)
    let yieldedAt = performance.now()
    try {
      while (sequence.finish === null && !signal.aborted) {
        await this.#step()
        if (sequence.finish === null && performance.now() < yieldedAt + EVENT_MS) continue
        yieldedAt = performance.now()
        if (sequence.tokens.length > 0) yield sequence
      }
    } finally {
      this.#batch.drop(sequence)
    }
  }

  /** All writers await one and the same step. */
  #step(): Promise<void> {
    this.#stepped ??= yieldToOthers().then(() => {
      this.#stepped = null
      this.#batch.step()
    })
    return this.#stepped
  }
}

import { randomInt } from 'node:crypto'
import { seededRandom } from '@cges-fleet/methods'
import { type Sequence, type TinyLlama } from '@cges-fleet/tiny-llama'
import type { Draft, ModelAsk, Responder } from '../answers/responder.js'
import { tokenOf, tokenReader } from './tiny-tokenizer.js'
import { TinyWriter } from './tiny-writer.js'

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

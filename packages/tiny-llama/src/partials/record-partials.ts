import type { Question } from '@cges-fleet/core'
import { seededRandom, tokenConfidence, tokenConfidences } from '@cges-fleet/methods'
import { Batch, type Draw, type Sequence } from '../batch.js'
import { MOST_SEQUENCES } from '../forward/llama.js'
import type { TinyLlama } from '../open-tiny-llama.js'
import { chatPrompt } from '../tokenizer.js'

/** What is appended to an unfinished sample, so that it answers. */
const LEAD_IN = '\\boxed{'
const MOST_TOKENS = 128
/** A digit and a bracket, and one more to see that it is none. */
const MOST_PROBE_TOKENS = 3
const ASKED = { temperature: 0.7, topP: 0.95, topK: 0, minP: 0 }
const GREEDY = { temperature: 0, topP: 1, topK: 0, minP: 0 }
/** As many of the likeliest tokens as a token confidence is of. */
const LIKELIEST = 20

/** How a recording with partial answers is drawn. */
export interface Probing {
  /** Of each question. */
  readonly samples: number
  /** A sample is probed after so many tokens, twice as many, and so on to its end. */
  readonly every: number
}

/**
 * Draws samples of a question and probes each as it was amid its tokens: what it would have answered there, decoded greedily
 * after the answer's lead-in. Returns the question's line of a recording. The same question gives the same line.
 */
export function recordPartials({ llama, tokenizer }: TinyLlama, question: Question, probing: Probing): object {
  const prompt = tokenizer.encode(chatPrompt([{ role: 'user', content: question.question }]))
  const drawn = writeAll(
    new Batch(llama),
    Array.from({ length: probing.samples }, (_, at) => ({
      promptIds: prompt,
      sampling: ASKED,
      maxTokens: MOST_TOKENS,
      alternatives: LIKELIEST,
      random: seededRandom(`partials ${question.id} ${at}`).next,
    })),
  )
  const places = drawn.map(({ tokens }) => placesIn(tokens.length, probing.every))
  const leadIn = tokenizer.encode(LEAD_IN)
  const probes = drawn.flatMap(({ tokens }, at) =>
    (places[at] ?? []).map((place): Draw => {
      const written = tokens.slice(0, place).map(({ id }) => id)
      const promptIds = [...prompt, ...written, ...leadIn]
      return { promptIds, sampling: GREEDY, maxTokens: MOST_PROBE_TOKENS, alternatives: 0, random: () => 0 }
    }),
  )
  const probed = writeAll(new Batch(llama), probes).values()
  const textOf = ({ tokens }: Sequence) => tokenizer.decode(tokens.map(({ id }) => id))
  const samples = drawn.map((sample, at) => ({
    answer: boxedIn(textOf(sample)),
    completion_tokens: sample.tokens.length,
    ...measured(sample),
    partials: (places[at] ?? []).map((tokens) => {
      const probe = probed.next().value
      return { tokens, ...(probe === undefined ? {} : partialOf(probe, textOf(probe))) }
    }),
  }))
  return {
    question_id: question.id,
    question: question.question,
    answer: question.answer,
    model: 'tiny-counter',
    samples,
  }
}

/** Every multiple of `every` below a sample's length. */
function placesIn(length: number, every: number): number[] {
  return Array.from({ length: Math.ceil(length / every) - 1 }, (_, at) => every * (at + 1))
}

/** Writes any number of answers, as many at once as there is room for. */
function writeAll(batch: Batch, draws: readonly Draw[]): Sequence[] {
  const all: Sequence[] = []
  for (let from = 0; from < draws.length; from += MOST_SEQUENCES) {
    all.push(...draws.slice(from, from + MOST_SEQUENCES).map((draw) => batch.add(draw)))
    while (!batch.isIdle) batch.step()
  }
  return all
}

function boxedIn(text: string): string | null {
  const from = text.lastIndexOf(LEAD_IN)
  return from < 0 ? null : answerAhead(text.slice(from + LEAD_IN.length))
}

/** The answer of a text that follows the lead-in; null if its bracket is not closed. */
function answerAhead(text: string): string | null {
  const end = text.indexOf('}')
  return end < 1 ? null : text.slice(0, end)
}

/** A probe ends at the bracket, where a server would stop it; what it generated up to there is what it costs. */
function partialOf({ tokens }: Sequence, text: string): { answer: string | null; probe_tokens: number } {
  const answer = answerAhead(text)
  return { answer, probe_tokens: answer === null ? tokens.length : Math.min(tokens.length, answer.length + 1) }
}

function measured({ tokens }: Sequence): object {
  const confidence = tokenConfidences(tokens.map(({ logprob }) => logprob))?.['lns-arith'] ?? 0
  const traced = tokens.map(({ likeliest }) => tokenConfidence(likeliest.map(({ logprob }) => logprob)) ?? 0)
  return {
    confidence: { 'lns-arith': rounded(confidence, 4) },
    token_confidences: traced.map((each) => rounded(each, 1)),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

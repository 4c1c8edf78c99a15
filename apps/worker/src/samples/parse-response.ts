import { deflateRawSync } from 'node:zlib'
import {
  type AnswerTier,
  type Choices,
  GRADING_VERSION,
  findAnswer,
  findAnswerBeforeCut,
  voteKey,
  type VoteRules,
} from '@cges-fleet/answers'
import { type Outcome } from '@cges-fleet/core'
import { storable, toolCallsKey } from '@cges-fleet/formats'
import {
  certaintyConfidences,
  type Confidences,
  marsConfidence,
  SIGNALS_VERSION,
  tokenConfidences,
} from '@cges-fleet/methods'
import type { DrawnSample } from '@cges-fleet/db'
import type { Finished } from '../model-server/drawn.js'

/**
 * How an answer is read: its kind, how votes compare it, and for a choice the texts of those offered, or how many
 * there are.
 */
export interface Reading extends VoteRules {
  readonly choices: Choices | undefined
  /** Whether calls of functions are an answer, as in a request that offers some. */
  readonly tools?: boolean
  readonly engine: string | null
  /** How much each step matters, by a step scorer; left out if none was asked. */
  readonly importance?: readonly number[] | undefined
}

/** Turns what the model wrote into a sample: outcome, answer, its comparison key, and every token signal. */
export function parseResponse(response: Finished, reading: Reading): DrawnSample {
  const { kind, paper, choices, engine } = reading
  const read =
    reading.tools === true && response.finish === 'tool_calls'
      ? calledFunctions(response)
      : readingOf(response, kind, choices)
  const raw = read?.answer ?? null
  return {
    outcome: outcomeOf(response, raw),
    rawAnswer: raw,
    answerKey: read === null || raw === null ? null : (read.key ?? voteKey({ kind, paper }, raw)),
    answerTier: read?.tier ?? null,
    gradingVersion: GRADING_VERSION,
    signals: signalsOf(response, reading.importance),
    signalsVersion: SIGNALS_VERSION,
    minima: response.minima,
    promptTokens: response.promptTokens,
    completionTokens: response.completionTokens,
    finishReason: response.finish,
    ttftMs: response.ttftMs,
    totalMs: response.totalMs,
    engine,
    error: null,
    body: {
      text: storable(response.text),
      reasoning: response.reasoning === null ? null : storable(response.reasoning),
      tokenIds: packed(response.tokenIds),
      logprobs: packed(response.logprobs),
    },
  }
}

/** A sample that could not be drawn: not charged, no vote, its trial is blocked. */
export function undrawn(
  outcome: 'invalid_request' | 'infra_error',
  error: string,
  lacks: readonly string[] = [],
): DrawnSample {
  return {
    outcome,
    rawAnswer: null,
    answerKey: null,
    answerTier: null,
    gradingVersion: GRADING_VERSION,
    signals: null,
    signalsVersion: SIGNALS_VERSION,
    promptTokens: null,
    completionTokens: null,
    finishReason: null,
    ttftMs: null,
    totalMs: null,
    engine: null,
    error: storable(error.slice(0, 1000)),
    ...(lacks.length === 0 ? {} : { lacks }),
    body: null,
  }
}

/** What a response read as an answer is; `key` where it is not compared by its kind. */
interface Found {
  readonly answer: string
  readonly tier: AnswerTier | null
  readonly key?: string
}

/** Its calls as they were written, compared by what they say. */
function calledFunctions({ toolCalls }: Finished): Found | null {
  const key = toolCallsKey(toolCalls)
  return key === null ? null : { answer: storable(JSON.stringify(toolCalls)), tier: null, key: storable(key) }
}

function readingOf({ finish, text }: Finished, kind: Reading['kind'], choices: Reading['choices']): Found | null {
  if (finish === 'stop') return findAnswer(kind, text, choices)
  return finish === 'length' ? findAnswerBeforeCut(kind, text, choices) : null
}

function outcomeOf(response: Finished, raw: string | null): Outcome {
  if (response.finish === 'length') return raw === null ? 'truncated' : 'answer'
  if (response.finish === 'declined' || response.finish === 'ended_early') return response.finish
  return raw === null ? 'no_answer' : 'answer'
}

/**
 * Computed from the stored 32-bit values, so that recomputing gives the same bits; `mars` also from the tokens' texts,
 * if the server sent them, `mars-learned` from what a step scorer said besides, and what reads self-certainty from the
 * likeliest tokens, which are not stored.
 */
function signalsOf({ logprobs, tokens, certainties }: Finished, importance: Reading['importance']): Confidences | null {
  const signals = logprobs === null ? null : tokenConfidences(logprobs)
  const texts = logprobs === null || tokens === null ? null : { tokens, logprobs }
  const mars = texts === null ? null : marsConfidence(texts)
  const learned = texts === null || importance === undefined ? null : marsConfidence({ ...texts, importance })
  const sure = certainties === null ? null : certaintyConfidences(certainties)
  const more = {
    ...(mars === null ? {} : { mars: mars.confidence }),
    ...(learned === null ? {} : { 'mars-learned': learned.confidence }),
    ...sure,
  }
  return signals === null && Object.keys(more).length === 0 ? null : { ...signals, ...more }
}

function packed(values: Float32Array | Int32Array | null): Buffer | null {
  if (values === null) return null
  return deflateRawSync(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
}

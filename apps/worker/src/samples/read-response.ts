import { deflateRawSync } from 'node:zlib'
import { GRADING_VERSION, readAnswer, voteKey, type VoteRules } from '@cges-fleet/answers'
import { type Outcome } from '@cges-fleet/core'
import { storable } from '@cges-fleet/formats'
import { type Confidences, marsConfidence, SIGNALS_VERSION, tokenConfidences } from '@cges-fleet/methods'
import type { DrawnSample } from '@cges-fleet/db'
import type { Finished } from '../model-server/drawn.js'

/** How an answer is read: its kind, how votes compare it, and for a choice how many were offered, beyond which a letter is no answer. */
export interface Reading extends VoteRules {
  readonly choices: number | undefined
  readonly engine: string | null
}

/** Turns what the model wrote into a sample: outcome, answer, its comparison key, and every token signal. */
export function readResponse(response: Finished, { kind, paper, choices, engine }: Reading): DrawnSample {
  const read = response.finish === 'stop' ? readAnswer(kind, response.text, choices) : null
  const raw = read?.answer ?? null
  return {
    outcome: outcomeOf(response, raw),
    rawAnswer: raw,
    answerKey: raw === null ? null : voteKey({ kind, paper }, raw),
    answerTier: read?.tier ?? null,
    gradingVersion: GRADING_VERSION,
    signals: signalsOf(response),
    signalsVersion: SIGNALS_VERSION,
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
export function undrawn(outcome: 'invalid_request' | 'infra_error', error: string): DrawnSample {
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
    body: null,
  }
}

function outcomeOf(response: Finished, raw: string | null): Outcome {
  if (response.finish === 'length') return 'truncated'
  if (response.finish === 'declined') return 'declined'
  return raw === null ? 'no_answer' : 'answer'
}

/**
 * Computed from the stored 32-bit values, so that computing again gives the same bits; `mars` also from the tokens'
 * texts, where the server told them.
 */
function signalsOf({ logprobs, tokens }: Finished): Confidences | null {
  const signals = logprobs === null ? null : tokenConfidences(logprobs)
  const mars = logprobs === null || tokens === null ? null : marsConfidence({ tokens, logprobs })
  return mars === null ? signals : { ...signals, mars: mars.confidence }
}

function packed(values: Float32Array | Int32Array | null): Buffer | null {
  if (values === null) return null
  return deflateRawSync(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
}

import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import type { TeamId } from '../ids.js'
import {
  answer,
  bytes,
  computed,
  entity,
  gpuMilliseconds,
  milliseconds,
  numbers,
  reason,
  tokens,
  word,
} from './entity.js'

/** The sample of a trial at one index; immutable once a round has read it. */
export interface Sample {
  readonly trialId: string
  readonly index: number
  readonly teamId: TeamId
  readonly evaluationId: string
  readonly state: 'landed' | 'read'
  /** Earlier faults that may depend on its content: such a sample is flagged. */
  readonly unclearFaults: number
  readonly seed: string | null
  readonly outcome: Outcome
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly gradingVersion: number | null
  readonly signals: Confidences | null
  readonly signalsVersion: number | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly finishReason: string | null
  readonly ttftMs: number | null
  readonly totalMs: number | null
  readonly engine: string | null
  readonly error: string | null
  readonly landedAt: Date
  readonly rewardSteps: readonly number[] | null
  readonly gpuMs: number | null
  readonly answerTier: AnswerTier | null
  /** The successive minima of its group confidence by window, if a method of its evaluation reads them. */
  readonly minima: MinimaByWindow | null
  /** Signals that a method of its evaluation needs and its server did not give; such a sample is not drawn. */
  readonly lacks: readonly string[] | null
}

export const SampleEntity = entity<Sample>({
  name: 'sample',
  columns: {
    trialId: { type: 'uuid', primary: true },
    index: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    evaluationId: { type: 'uuid' },
    state: { type: 'text' },
    unclearFaults: { type: 'int', default: 0 },
    seed: { type: 'bigint', nullable: true },
    outcome: { type: 'text' },
    rawAnswer: { type: 'text', nullable: true },
    answerKey: { type: 'text', nullable: true },
    gradingVersion: { type: 'int', nullable: true },
    signals: { type: 'jsonb', nullable: true },
    signalsVersion: { type: 'int', nullable: true },
    promptTokens: { type: 'int', nullable: true },
    completionTokens: { type: 'int', nullable: true },
    finishReason: { type: 'text', nullable: true },
    ttftMs: { type: 'real', nullable: true },
    totalMs: { type: 'real', nullable: true },
    engine: { type: 'text', nullable: true },
    error: { type: 'text', nullable: true },
    landedAt: { type: 'timestamptz' },
    rewardSteps: { type: 'jsonb', nullable: true },
    gpuMs: { type: 'real', nullable: true },
    answerTier: { type: 'text', nullable: true },
    minima: { type: 'jsonb', nullable: true },
    lacks: { type: 'text', array: true, nullable: true },
  },
  uniques: [{ columns: ['teamId', 'trialId', 'index'] }],
  foreignKeys: [{ target: 'trial', columnNames: ['teamId', 'trialId'], referencedColumnNames: ['teamId', 'id'] }],
  checks: [
    { expression: "answer_tier IN ('marked', 'stated', 'last')" },
    { expression: '0 <= index AND index < 1024' },
    {
      expression:
        "outcome IN ('answer', 'no_answer', 'truncated', 'declined', 'ended_early', 'invalid_request', 'infra_error')",
    },
    { expression: "state IN ('landed', 'read')" },
    ...['prompt_tokens', 'completion_tokens'].map(tokens),
    ...['ttft_ms', 'total_ms'].map(milliseconds),
    gpuMilliseconds('gpu_ms'),
    ...['error', 'engine'].map(reason),
    word('finish_reason'),
    ...['raw_answer', 'answer_key'].map(answer),
    ...['signals', 'reward_steps', 'minima'].map(numbers),
  ],
})

/** The model's response for a sample, with its tokens if they were kept. */
export interface SampleBody {
  readonly trialId: string
  readonly index: number
  readonly teamId: TeamId
  readonly text: string
  readonly reasoning: string | null
  readonly tokenIds: Buffer | null
  readonly logprobs: Buffer | null
  /** Equal for equal texts, reasoning included. */
  readonly textHash: string
}

export const SampleBodyEntity = entity<SampleBody>({
  name: 'sample_body',
  columns: {
    trialId: { type: 'uuid', primary: true },
    index: { type: 'int', primary: true },
    teamId: { type: 'uuid' },
    text: { type: 'text' },
    reasoning: { type: 'text', nullable: true },
    tokenIds: { type: 'bytea', nullable: true },
    logprobs: { type: 'bytea', nullable: true },
    textHash: {
      type: 'bigint',
      ...computed("hashtextextended(coalesce(reasoning, '') || chr(31) || text, 0)"),
    },
  },
  foreignKeys: [
    {
      target: 'sample',
      columnNames: ['teamId', 'trialId', 'index'],
      referencedColumnNames: ['teamId', 'trialId', 'index'],
    },
  ],
  checks: ['text', 'reasoning', 'token_ids', 'logprobs'].map(bytes),
})

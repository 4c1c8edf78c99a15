import { LogProbability, parseAs, parseJson } from '@cges-fleet/formats'
import {
  certaintySignals,
  ConfidenceSignal,
  marsConfidence,
  PRM_AGGREGATIONS,
  prmAggregation,
  type Signal,
  tokenCertainty,
  tokenSignals,
} from '@cges-fleet/methods'
import { z } from 'zod'
import type { LineResult } from './pipe-lines.js'

const Line = z
  .object({
    id: z.unknown().optional(),
    tokens: z.array(z.string()).nullish(),
    logprobs: z.array(LogProbability).nullish(),
    topLogprobs: z.array(z.array(LogProbability)).nullish(),
    importance: z.array(z.number()).optional(),
    stepScores: z.array(z.number()).optional(),
    aggregation: z.enum(PRM_AGGREGATIONS).optional(),
  })
  .refine(
    ({ logprobs, topLogprobs, stepScores }) => logprobs != null || topLogprobs != null || stepScores !== undefined,
    {
      error: 'give logprobs, the topLogprobs of every token, or the stepScores of a reward model',
    },
  )

/**
 * Computes every confidence signal of one response, given as a line of JSON: the log-probabilities of its tokens, their
 * texts for mars, the likeliest tokens' for what reads self-certainty, a reward model's step scores for rm. Raw and clamped; null if something is missing.
 */
export function confidenceLine(text: string): LineResult {
  const json = parseJson(text)
  if (!json.ok) return json
  const line = parseAs(Line, json.value)
  if (!line.ok) return line
  try {
    const signals = signalsOf(line.value)
    const every = ConfidenceSignal.options.map((signal) => [signal, signals[signal] ?? null])
    const { id } = line.value
    return { ok: true, output: { ...(id === undefined ? {} : { id }), ...Object.fromEntries(every) } }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

function signalsOf(line: z.infer<typeof Line>): Partial<Record<ConfidenceSignal, Signal | null>> {
  const { tokens, logprobs, topLogprobs, importance, stepScores, aggregation } = line
  const response = tokens == null || logprobs == null ? null : { tokens, logprobs }
  const mars =
    response === null ? null : marsConfidence(importance === undefined ? response : { ...response, importance })
  return {
    ...(logprobs == null ? {} : tokenSignals(logprobs)),
    ...(topLogprobs == null ? {} : certaintySignals(topLogprobs.map(tokenCertainty))),
    mars: mars === null ? null : { raw: mars.raw, confidence: mars.confidence },
    rm: stepScores === undefined ? null : prmAggregation(stepScores, aggregation),
  }
}

import type { EvaluationSpec, Forecast } from '@cges-fleet/core'
import { refuseField } from '../http/refusal.js'

/** Bytes of a prompt per token, roughly, while no server has counted them. */
const BYTES_PER_TOKEN = 4

/**
 * Returns how much of a pool's context is left for an answer after the longest prompt, in bytes; null if no server has
 * reported its context.
 */
export function contextOf(maxModelLen: number | null, longestPrompt: number, maxTokens: number): Forecast['context'] {
  if (maxModelLen === null) return null
  const prompt = Math.ceil(longestPrompt / BYTES_PER_TOKEN)
  const left = Math.max(0, maxModelLen - prompt)
  return { tokens: maxModelLen, longestPrompt: prompt, largestAnswer: Math.min(maxTokens, left) }
}

/** An explicit token limit is refused if it cannot fit; without one an answer gets what fits. */
export function refuseTooLong({ sampling, pool }: EvaluationSpec, context: Forecast['context']): void {
  const wanted = sampling.maxTokens
  if (wanted === undefined || context === null || context.largestAnswer >= wanted) return
  const { tokens, longestPrompt, largestAnswer } = context
  throw refuseField(
    'sampling.maxTokens',
    `${wanted} tokens do not fit into pool ${pool}: a prompt and its answer have ${tokens} together, and the longest prompt ` +
      `has about ${longestPrompt}. Ask for at most ${largestAnswer}, or leave maxTokens out for as many as fit`,
  )
}

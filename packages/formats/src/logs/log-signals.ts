import { marsConfidence, tokenConfidences, type Confidences } from '@cges-fleet/methods'
import type { LogSample } from './log-entry.js'

/**
 * Computes every confidence signal a logged sample gives: from its log-probabilities, with its tokens' texts also
 * `mars`; what the log gives by name stands above. Empty where it gives nothing. Throws a RangeError where tokens and
 * log-probabilities are not one each.
 */
export function logSignals({ logprobs, tokens, signals }: LogSample): Confidences {
  const computed = logprobs === null ? null : tokenConfidences(logprobs)
  const mars = logprobs === null || tokens === null ? null : marsConfidence({ tokens, logprobs })
  return { ...computed, ...(mars === null ? {} : { mars: mars.confidence }), ...signals }
}

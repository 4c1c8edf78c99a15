import type { StopReason } from '@cges-fleet/methods'

/** One verdict as the digest includes it; no ids, times, scores or correctness. */
export type DigestEntry = {
  readonly questionId: string
  readonly replicate: number
  readonly methodKey: string
  readonly calls: number
  readonly answerKey: string | null
  /** `undecided` if a rule is not satisfied by samples that were graded again. */
  readonly reason: StopReason | 'undecided'
}

/**
 * Formats one verdict for an evaluation's digest, which is SHA-256 over all these lines sorted bytewise: a JSON array
 * [questionId, replicate, methodKey, calls, answerKey, reason] and a newline.
 */
export function digestLine(entry: DigestEntry): string {
  const { questionId, replicate, methodKey, calls, answerKey, reason } = entry
  return `${JSON.stringify([questionId, replicate, methodKey, calls, answerKey, reason])}\n`
}

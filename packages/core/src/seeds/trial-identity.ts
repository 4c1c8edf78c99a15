import type { StopReason } from '@cges-fleet/methods'

/** What identifies a trial in every run of the same evaluation. */
export type TrialIdentity = {
  readonly evaluationSeed: number
  readonly benchmarkRevision: string
  readonly questionId: string
  readonly replicate: number
}

/**
 * Returns the seed of a trial's sample 0; sample i has base + i. The base is 1,024 times the first 42 bits of SHA-256
 * over the UTF-8 JSON array [evaluationSeed, benchmarkRevision, questionId, replicate], so it is a safe integer, and
 * the 1,024 seeds of a trial overlap no other trial's. `sha256` hashes a text's UTF-8 bytes to 32 bytes.
 */
export function trialSeedBase(sha256: (text: string) => Uint8Array, identity: TrialIdentity): number {
  const { evaluationSeed, benchmarkRevision, questionId, replicate } = identity
  const hash = sha256(JSON.stringify([evaluationSeed, benchmarkRevision, questionId, replicate]))
  if (hash.length !== 32) throw new RangeError(`sha256 must give 32 bytes, not ${hash.length}`)
  const first48Bits = hash.slice(0, 6).reduce((bits, byte) => bits * 256 + byte, 0)
  return Math.floor(first48Bits / 64) * 1024
}

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

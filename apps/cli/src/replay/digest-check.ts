import { createHash } from 'node:crypto'
import { GRADING_VERSION } from '@cges-fleet/answers'
import { digestLine } from '@cges-fleet/core'
import type { DataDescription, ReadingRules } from '@cges-fleet/formats'
import { isCertified, methodKey, type MethodSpec } from '@cges-fleet/methods'
import {
  calibrationOf,
  certifiedStops,
  orderRefusal,
  ordersFor,
  type Recording,
  type ReplayOptions,
  stopsOn,
  votesFor,
} from '@cges-fleet/replay'
import { UsageError } from '../errors.js'
import { startProgress } from '../shell/progress.js'

/** Whether the samples reproduce their evaluation's verdicts; if they do not, `why`, in words. */
export interface DigestCheck {
  readonly evaluation: string
  readonly digest: string | null
  /** Null if the methods cannot be run on the file. */
  readonly replayed: string | null
  readonly isVerified: boolean
  readonly why: string | null
}

interface DigestInput {
  readonly specs: readonly MethodSpec[]
  readonly recordings: readonly Recording[]
  readonly rules: ReadingRules
  readonly options: VerdictOptions
  /** The filter whose rows were read, if one was requested. */
  readonly filter: string | null
}

/**
 * Decides again on the samples in the order of the file, and compares the digest of the verdicts with the recorded one.
 */
export function checkDigest(description: DataDescription, input: DigestInput): DigestCheck {
  const { evaluation, digest } = description
  const base = { evaluation, digest, replayed: null, isVerified: false }
  if (digest === null) return { ...base, why: 'the evaluation was not done when it was exported, and had none yet' }
  try {
    const lines = replayVerdicts(input.specs, input.recordings, input.options)
    const replayed = createHash('sha256').update(lines.join('')).digest('hex')
    if (replayed === digest) return { ...base, replayed, isVerified: true, why: null }
    return { ...base, replayed, why: whyOf(description, input) }
  } catch (error) {
    return { ...base, why: error instanceof Error ? error.message : String(error) }
  }
}

/** Describes the digest check in one line. */
export function digestText({ digest, replayed, isVerified, why }: DigestCheck): string {
  if (digest === null) return `no digest to verify: ${why ?? ''}`
  if (isVerified) return `digest ${short(digest)} verified: the same verdicts as the evaluation’s`
  if (replayed === null) return `digest ${short(digest)} not verified: ${why ?? ''}`
  return `digest ${short(replayed)} is not the evaluation’s ${short(digest)}: ${why ?? ''}`
}

function whyOf({ gradingVersion }: DataDescription, { rules, filter }: DigestInput): string {
  if (rules.from === 'text') return 'answers were read again from the texts (--answers text)'
  if (gradingVersion !== GRADING_VERSION) {
    return `it was made by grading version ${gradingVersion ?? 'unknown'}, and this program has ${GRADING_VERSION}`
  }
  if (filter !== null) return `rows of the filter ${filter} hold what one method was charged for, and not every sample`
  return 'the file is not as it was exported: rows of it were changed, or are missing'
}

function short(digest: string): string {
  return `${digest.slice(0, 12)}…`
}

type VerdictOptions = Pick<ReplayOptions, 'maps' | 'dscRanking' | 'drawnFor' | 'evaluationSeed'>

/**
 * Decides methods on samples in the order of the file and returns the verdicts as digest lines, so that a fleet's
 * decisions can be checked against its stored samples. Throws a `UsageError` for a method the file does not support; a
 * question that could not be drawn for a method has no line for it, as it has no verdict.
 */
export function replayVerdicts(
  specs: readonly MethodSpec[],
  recordings: readonly Recording[],
  { maps, dscRanking, drawnFor, evaluationSeed = 0 }: VerdictOptions,
): string[] {
  const bar = startProgress('deciding')
  const lines = specs.flatMap((spec, done) => {
    bar.show({ done, total: specs.length, what: 'methods' })
    const key = methodKey(spec)
    const asDrawn = drawnFor?.has(key) === true
    const found = votesFor(spec, recordings, { ...maps, asDrawn })
    const refusal = spec.method === 'dsc' ? orderRefusal(dscRanking, recordings, { budget: spec.budget, key }) : null
    if (!found.ok || refusal !== null) {
      throw new UsageError(`${key} is not runnable: ${found.ok ? refusal : found.reason}`)
    }
    const { pools } = found
    const stops = isCertified(spec)
      ? certifiedStops(spec, pools, calibrationOf(spec, recordings, evaluationSeed)).stops
      : stopsOn(spec, pools, ordersFor(spec, recordings, pools, dscRanking))
    return recordings.flatMap(({ id: questionId, replicate }, question) => {
      const stop = stops[question] ?? null
      if (stop === null && !asDrawn) throw new Error(`${questionId} is undecided with all its samples read`)
      if (stop === null) return []
      const { calls, answer: answerKey, reason } = stop
      return [digestLine({ questionId, replicate, methodKey: key, calls, answerKey, reason })]
    })
  })
  bar.clear()
  return lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

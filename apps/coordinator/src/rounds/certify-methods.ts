import { calibrationQuestions } from '@cges-fleet/core'
import {
  type Certification,
  type CertifiedSpec,
  certify,
  decideCertified,
  isCertified,
  methodKey,
  otherScore,
} from '@cges-fleet/methods'
import { type EntityManager, fixThreshold, type LockedEvaluation, selectCalibration } from '@cges-fleet/db'
import { contiguousPrefix } from './contiguous-prefix.js'
import type { KeyedMethod } from './decide-trial.js'

/** Where a trial stands in its evaluation. */
interface Place {
  readonly position: number
  readonly replicate: number
}

/** Decides a trial for the methods with a certified threshold, as far as theirs is fixed. */
export type CertifiedMethods = (trial: Place) => readonly KeyedMethod[]

/** Thresholds by method key. */
type Fixed = Readonly<Record<string, Certification>>

/** Resolves an evaluation's certified methods with the thresholds fixed so far. Pure. */
export function certifiedMethods(
  evaluation: Pick<LockedEvaluation, 'methods' | 'questions' | 'seed'>,
  fixed: Fixed,
): CertifiedMethods {
  const { methods, questions, seed } = evaluation
  const certified = methods.filter(isCertified).map((spec) => ({
    key: methodKey(spec),
    spec,
    calibration: calibrationQuestions(spec, questions, seed),
  }))
  return ({ position, replicate }) =>
    certified.map(({ key, spec, calibration: { positions, all } }) => {
      const calibrates = !all && replicate === 0 && positions.has(position)
      return {
        key,
        budget: spec.budget,
        decide: (votes) => decideCertified(spec, votes, { calibrates, fixed: fixed[key] ?? null }),
        otherScore: (votes) => otherScore(spec, votes),
      }
    })
}

/**
 * Fixes each threshold once its calibration questions are all drawn whole, or cannot be. Returns all fixed thresholds;
 * `fresh` if one was fixed just now: then all trials are decided again, some in each round.
 */
export async function certifyMethods(
  tx: EntityManager,
  evaluation: LockedEvaluation,
): Promise<{ readonly fixed: Fixed; readonly fresh: boolean }> {
  const found: Record<string, Certification> = {}
  for (const spec of evaluation.methods.filter(isCertified)) {
    const key = methodKey(spec)
    if (evaluation.certified[key] !== undefined) continue
    const certification = await certifiedBy(tx, evaluation, spec)
    if (certification === null) continue
    if (await fixThreshold(tx, evaluation.id, { methodKey: key, certification })) found[key] = certification
  }
  return { fixed: { ...evaluation.certified, ...found }, fresh: Object.keys(found).length > 0 }
}

async function certifiedBy(
  tx: EntityManager,
  { id: evaluationId, questions, seed }: LockedEvaluation,
  spec: CertifiedSpec,
): Promise<Certification | null> {
  const { positions } = calibrationQuestions(spec, questions, seed)
  const { budget } = spec
  const samples = await selectCalibration(tx, { evaluationId, positions: [...positions], budget })
  if (samples === null) return null
  const prefixes = samples.map(contiguousPrefix)
  if (prefixes.some(({ votes, blocked }) => votes.length < budget && !blocked)) return null
  return certify(
    spec,
    prefixes.map(({ votes }) => (votes.length < budget ? null : votes)),
  )
}

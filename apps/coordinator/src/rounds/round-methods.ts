import {
  calibrationQuestions,
  type EvaluationReason,
  setAside,
  setAsideByLack,
  type SetAsideMethod,
} from '@cges-fleet/core'
import {
  type CountedTexts,
  decidedMethods,
  type EntityManager,
  fixThreshold,
  type LockedEvaluation,
  retryLacking,
  selectAblePool,
  selectCalibration,
  selectLacking,
  setAsideMethods,
} from '@cges-fleet/db'
import {
  type Certification,
  type CertifiedSpec,
  certify,
  decideCertified,
  isCertified,
  methodKey,
  methodLabel,
  type MethodSpec,
  otherScore,
  requiredSignals,
  requiredWindows,
} from '@cges-fleet/methods'
import { contiguousPrefix, type KeyedMethod } from './decide-trial.js'

/** Questions without a signal that show that the server gives none, unless the evaluation has fewer. */
const ENOUGH = 4

/**
 * Sets aside the methods that cannot run: before the first call by what the pool's workers found, later by what samples
 * turned out to lack. Returns the evaluation with the methods that run on, or why none does.
 */
export async function runnableMethods(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { lacks, landed }: Pick<CountedTexts, 'lacks'> & { readonly landed: number },
): Promise<LockedEvaluation | NoneRuns> {
  const { methods, imported, attempts } = evaluation
  if (lacks.length > 0) {
    const found = await lackingMethods(tx, evaluation, lacks)
    return found === 'none needs them' ? drawnAgain(tx, evaluation) : without(tx, evaluation, found)
  }
  const hasBegun = attempts > 0 || landed > 0
  if (imported || hasBegun || !needsSomething(methods)) return evaluation
  return without(tx, evaluation, setAside(methods, await selectAblePool(tx, evaluation.pool)).aside)
}

function needsSomething(methods: readonly MethodSpec[]): boolean {
  return requiredSignals(methods).length > 0 || requiredWindows(methods).length > 0
}

/** Samples were given up for what no method needs any longer. */
async function drawnAgain(tx: EntityManager, evaluation: LockedEvaluation): Promise<LockedEvaluation> {
  await retryLacking(tx, evaluation.id)
  return evaluation
}

/** The methods that need what every sample so far lacks, unless they have a verdict already. */
async function lackingMethods(
  tx: EntityManager,
  { id, methods, trialsTotal }: LockedEvaluation,
  lacks: readonly string[],
): Promise<readonly SetAsideMethod[] | 'none needs them'> {
  const { trials, carried } = await selectLacking(tx, id, lacks)
  const lacking = methods.flatMap((spec) => {
    const note = setAsideByLack(spec, lacks, trials)
    return note === null ? [] : [{ spec, note }]
  })
  if (lacking.length === 0) return 'none needs them'
  if (carried || trials < Math.min(ENOUGH, trialsTotal)) return []
  const decided = await decidedMethods(
    tx,
    id,
    lacking.map(({ spec }) => methodKey(spec)),
  )
  return lacking.filter(({ spec }) => !decided.includes(methodKey(spec)))
}

async function without(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  aside: readonly SetAsideMethod[],
): Promise<LockedEvaluation | NoneRuns> {
  const [first] = aside
  if (first === undefined) return evaluation
  const gone = new Set(aside.map(({ spec }) => methodKey(spec)))
  const run = evaluation.methods.filter((spec) => !gone.has(methodKey(spec)))
  if (run.length === 0) return noneRuns(evaluation, aside, first)
  await setAsideMethods(tx, evaluation, { run, aside })
  await retryLacking(tx, evaluation.id)
  return { ...evaluation, methods: run, reopenedUpTo: evaluation.trialsPlanned > 0 ? 0 : evaluation.reopenedUpTo }
}

type NoneRuns = Extract<EvaluationReason, { readonly kind: 'none_runs' }>

/** No method is left: nothing can come of it. The methods named are those that lack what the first lacks. */
function noneRuns({ questions }: LockedEvaluation, aside: readonly SetAsideMethod[], first: SetAsideMethod): NoneRuns {
  const why = first.note.kind
  const alike = aside.filter(({ note }) => note.kind === why)
  return { kind: 'none_runs', counts: { questions }, why, methods: alike.map(({ spec }) => methodLabel(spec)) }
}

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

import { setAside, setAsideByLack, type SetAsideMethod, setAsideWords } from '@cges-fleet/core'
import { methodKey, type MethodSpec, requiredSignals, requiredWindows } from '@cges-fleet/methods'
import {
  type CountedTexts,
  decidedMethods,
  type EntityManager,
  type LockedEvaluation,
  retryLacking,
  selectAblePool,
  selectLacking,
  setAsideMethods,
} from '@cges-fleet/db'

/** Questions without a signal that show that the server gives none, unless the evaluation has fewer. */
const ENOUGH = 4

/**
 * Sets aside the methods that cannot run: before the first call by what the pool's workers found, later by what samples
 * turned out to lack. Returns the evaluation with the methods that run on, or an Error if none does.
 */
export async function runnableMethods(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { lacks, landed }: Pick<CountedTexts, 'lacks'> & { readonly landed: number },
): Promise<LockedEvaluation | Error> {
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
): Promise<LockedEvaluation | Error> {
  const [first] = aside
  if (first === undefined) return evaluation
  const gone = new Set(aside.map(({ spec }) => methodKey(spec)))
  const run = evaluation.methods.filter((spec) => !gone.has(methodKey(spec)))
  if (run.length === 0) return new Error(whyAllFailed(evaluation, first))
  const reason = [...new Set(aside.map(setAsideWords))].join(' ')
  await setAsideMethods(tx, evaluation, { run, aside, reason })
  await retryLacking(tx, evaluation.id)
  return { ...evaluation, methods: run, reopenedUpTo: evaluation.trialsPlanned > 0 ? 0 : evaluation.reopenedUpTo }
}

/** No method is left: nothing can come of it. */
function whyAllFailed({ questions }: LockedEvaluation, aside: SetAsideMethod): string {
  const why = setAsideWords(aside)
  return `${questions === 1 ? 'The question' : `All ${questions} questions`} failed: ${why.charAt(0).toLowerCase()}${why.slice(1)}`
}

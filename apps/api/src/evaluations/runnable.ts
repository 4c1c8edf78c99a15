import {
  poolAbilities,
  type PoolView,
  refusedSettings,
  type Sampling,
  setAside,
  type SetAsideMethod,
  setAsideWords,
  type SubmissionNote,
  submissionNotes,
} from '@cges-fleet/core'
import { type MethodSpec, questionsRefusal } from '@cges-fleet/methods'
import { refuseField } from '../http/refusal.js'

/** What of a submission its pool can run. */
interface Runnable {
  readonly methods: readonly MethodSpec[]
  readonly setAside: readonly SetAsideMethod[]
  readonly notes: readonly SubmissionNote[]
}

/**
 * Sets aside the methods that a pool cannot run, with their reasons. Refuses a submission of which no method can run,
 * and one with a sampling setting that a server of the pool does not accept.
 */
export function runnableOn(
  pool: PoolView,
  { methods, sampling }: { readonly methods: readonly MethodSpec[]; readonly sampling: Sampling },
): Runnable {
  const [refused] = refusedSettings(sampling, poolAbilities(pool).refused)
  if (refused !== undefined) {
    const { parameter, field, value, neutral } = refused
    throw refuseField(
      `sampling.${field}`,
      `is ${value}, and a model server of pool "${pool.name}" does not accept ${parameter}: set ${field} to ${neutral}, or use another pool`,
    )
  }
  const { run, aside } = setAside(methods, pool)
  const [first] = aside
  if (run.length === 0 && first !== undefined) throw refuseField('methods.0', setAsideWords(first))
  return { methods: run, setAside: aside, notes: submissionNotes(sampling, pool) }
}

/** Refuses methods to be added that a pool cannot run. */
export function refuseUnrunnable(methods: readonly MethodSpec[], pool: PoolView): void {
  for (const [position, spec] of methods.entries()) {
    const [aside] = setAside([spec], pool).aside
    if (aside !== undefined) throw refuseField(`methods.${position}`, setAsideWords(aside))
  }
}

/** Methods that need many questions would promise nothing on few, or have no call for some of them. */
export function refuseTooFew(
  methods: readonly MethodSpec[],
  questions: number,
  others: readonly MethodSpec[] = methods,
): void {
  const budgets = others.flatMap(({ method, budget }) => (method === 'sc' ? [budget] : []))
  for (const [position, method] of methods.entries()) {
    const why = questionsRefusal(method, questions, budgets)
    if (why !== null) throw refuseField(`methods.${position}`, why)
  }
}

import { type MethodSpec, questionsRefusal } from '@cges-fleet/methods'
import { refuseField } from '../http/refusal.js'

/** Methods that need many questions would promise nothing on few, or have no call for some of them. */
export function refuseTooFew(
  methods: readonly MethodSpec[],
  questions: number,
  beside: readonly MethodSpec[] = methods,
): void {
  const budgets = beside.flatMap(({ method, budget }) => (method === 'sc' ? [budget] : []))
  for (const [position, method] of methods.entries()) {
    const why = questionsRefusal(method, questions, budgets)
    if (why !== null) throw refuseField(`methods.${position}`, why)
  }
}

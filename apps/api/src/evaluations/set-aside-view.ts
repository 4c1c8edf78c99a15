import { type EvaluationView, type SetAsideMethod, setAsideWords } from '@cges-fleet/core'
import { methodKey, methodLabel } from '@cges-fleet/methods'

/** Shows methods that do not run, each with its reason in words. */
export function setAsideView(aside: readonly SetAsideMethod[]): EvaluationView['setAside'] {
  return aside.map((method) => ({
    ...method,
    key: methodKey(method.spec),
    label: methodLabel(method.spec),
    said: setAsideWords(method),
  }))
}

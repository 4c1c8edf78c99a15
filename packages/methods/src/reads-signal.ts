import type { SignalName } from './confidence/signal-names.js'
import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'

/** Returns the confidence a sample must carry for a method to use it; null if answers are all it uses. */
export function readsSignal(spec: ReportedSpec): SignalName | null {
  if (isExternal(spec)) return null
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? rule.signal(spec) : null
}

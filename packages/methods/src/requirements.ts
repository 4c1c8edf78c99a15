import { SIGNAL_NAMES, type SignalName } from './confidence/signal-names.js'
import { type MethodSpec, ruleOf, type SetMethodSpec, type TrialMethodSpec } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'

/**
 * Returns whether a method decides one trial by itself. DSC decides a set of questions, and a certified threshold is
 * fixed on some of them before it decides the others.
 */
export function isTrialMethod(spec: ReportedSpec): spec is TrialMethodSpec {
  return !isExternal(spec) && ruleOf(spec).decides === 'trial' && spec.certified === undefined
}

/** Returns whether a method decides the questions of a set together. */
export function isSetMethod(spec: MethodSpec): spec is SetMethodSpec {
  return ruleOf(spec).decides === 'set'
}

/** Returns whether the model ranks the questions by difficulty before a method decides them. */
export function ranksQuestions(spec: MethodSpec): spec is Extract<MethodSpec, { method: 'dsc' }> {
  const rule = ruleOf(spec)
  return rule.decides === 'set' && rule.ranks
}

/** Returns the confidence a sample must carry for a method to use it; null if answers are all it uses. */
export function readsSignal(spec: ReportedSpec): SignalName | null {
  if (isExternal(spec)) return null
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? rule.signal(spec) : null
}

/** Returns how many tokens a group has, for a method that reads how a sample's confidence fell from token to token; else null. */
export function readsWindow(spec: ReportedSpec): number | null {
  if (isExternal(spec)) return null
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? (rule.window?.(spec) ?? null) : null
}

/** Returns whether a method reads what unfinished samples would have answered, which only recordings can have. */
export function readsPartials(spec: ReportedSpec): boolean {
  if (isExternal(spec)) return false
  const rule = ruleOf(spec)
  return rule.decides === 'trial' && rule.probes !== undefined
}

/** Lists the confidence signals a sample must carry for these methods to use it, each once, in a fixed order. */
export function requiredSignals(specs: readonly MethodSpec[]): SignalName[] {
  return SIGNAL_NAMES.filter((signal) => specs.some((spec) => readsSignal(spec) === signal))
}

/** Lists by how many tokens a group these methods read a sample's confidence, each once, ascending; empty if none does. */
export function requiredWindows(specs: readonly MethodSpec[]): number[] {
  const windows = new Set(specs.flatMap((spec) => readsWindow(spec) ?? []))
  return [...windows].toSorted((a, b) => a - b)
}

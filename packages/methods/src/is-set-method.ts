import { type MethodSpec, ruleOf, type SetMethodSpec } from './rules/all-rules.js'

/** Returns whether a method decides the questions of a set together. */
export function isSetMethod(spec: MethodSpec): spec is SetMethodSpec {
  return ruleOf(spec).decides === 'set'
}

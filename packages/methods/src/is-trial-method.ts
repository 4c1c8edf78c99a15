import type { MethodSpec, TrialMethodSpec } from './method-spec.js'

/** Tells whether a method decides one trial by itself, as all do but DSC, which decides a set of questions. */
export function isTrialMethod(spec: MethodSpec): spec is TrialMethodSpec {
  return spec.method !== 'dsc'
}

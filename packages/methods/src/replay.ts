/**
 * The minimum for replaying a trial: it loads no schema, so that a page may use it under a content security policy that
 * forbids eval, which schemas try.
 */
export { decide, scorePath } from './decide.js'
export { type Decision, type ScoreStep } from './decision.js'
export { GAMMA_GRID } from './cges/gamma-sweep.js'
export { isTrialMethod } from './requirements.js'
export { methodKey } from './method-key.js'
export { findPageRule } from './rules/page-rules.js'
export { findRule, type MethodSpec, type TrialMethodSpec } from './rules/all-rules.js'
export { isExternal, type ReportedSpec } from './rules/external.js'
export { type Family, FAMILY_TITLES, type Shape } from './rules/look.js'
export type { Swept } from './rules/swept.js'
export { sweptValues } from './sweep-method.js'
export type { Vote } from './votes.js'

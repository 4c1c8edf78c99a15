/**
 * What replaying a trial needs and no more: no schema, so that a page may load it under a content policy that forbids
 * making code out of text, which schemas try.
 */
export { decide } from './decide.js'
export type { Decision } from './decision.js'
export { GAMMA_GRID } from './gamma-sweep.js'
export { isTrialMethod } from './is-trial-method.js'
export { methodKey } from './method-key.js'
export { scorePath, type ScoreStep } from './score-path.js'
export type { MethodSpec, TrialMethodSpec } from './method-spec.js'
export type { Vote } from './vote.js'

/**
 * Answer extraction in tiers, canonical keys by exact arithmetic, and grading. Equal keys are one answer, in votes and
 * against the reference.
 */
export * from './answer-tier.js'
export * from './answer-kind.js'
export * from './answer-key.js'
export * from './choice-letter.js'
export type { Choices } from './choices/offered.js'
export * from './grade-answer.js'
export * from './grading-version.js'
export { type AnswerReading, findAnswer } from './find-answer.js'
export { LANGUAGE_NAMES } from './languages/all-languages.js'
export * from './vote-key.js'

/**
 * Answer extraction in tiers, canonical keys by exact arithmetic, and grading. Equal keys are one answer, in votes and
 * against the reference.
 */
export { AnswerTier } from './answer-tier.js'
export { findAnswer, findAnswerBeforeCut } from './find-answer.js'
export { answerKey, AnswerKind, gradeAnswer, GRADING_VERSION, voteKey, type VoteRules } from './answer-key.js'
export { choiceLetter } from './choices/choice-key.js'
export type { Choices } from './choices/offered.js'
export { LANGUAGE_NAMES } from './languages/all-languages.js'

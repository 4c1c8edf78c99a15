/**
 * Which answer a response gives, and which answers are one: reading in tiers, keys by exact arithmetic, grades. Equal keys
 * are one answer, in votes and against the reference.
 */
export * from './answer-tier.js'
export * from './answer-kind.js'
export * from './answer-key.js'
export * from './choice-letter.js'
export * from './grade-answer.js'
export * from './grading-version.js'
export * from './read-answer.js'
export * from './vote-key.js'

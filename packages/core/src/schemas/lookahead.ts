import { z } from 'zod'

/** Most samples of a question that are asked for ahead of need. */
const FURTHEST = 64

const PROBLEM = `must be off, auto, or a whole number from 1 to ${FURTHEST}`

/**
 * How far an evaluation looks ahead of certain need when slots of its pool would be idle: not at all, as far as each
 * question is predicted to go, or a number of samples.
 */
export const Lookahead = z.union([z.literal(['off', 'auto']), z.int().min(1).max(FURTHEST)], PROBLEM)
export type Lookahead = z.infer<typeof Lookahead>

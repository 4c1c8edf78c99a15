import { z } from 'zod'
import { LONGEST_NAME, MOST_TOKENS } from './bounds.js'

const LONG = `must be 1 to ${LONGEST_NAME} characters`
const name = z.string(LONG).trim().min(1, LONG).max(LONGEST_NAME, LONG)

const TOKENS = `must be a whole number from 1 to ${MOST_TOKENS}`

/** What a pool is to serve: a worker that serves anything else does not draw. What is left out stays as it is. */
export const NewPromise = z.strictObject({
  model: name.describe('as in the servers’ /v1/models'),
  revision: name.optional().describe('of the weights; workers must set the same MODEL_REVISION'),
  rewardModel: name.optional().describe('reward model and aggregation, such as prm@last'),
  stepScorer: name.optional().describe('name of the step scorer'),
  maxModelLen: z
    .int(TOKENS)
    .min(1, TOKENS)
    .max(MOST_TOKENS, TOKENS)
    .optional()
    .describe('context in tokens; workers with less do not draw'),
})
export type NewPromise = z.infer<typeof NewPromise>

/** What a pool serves as of now. */
export const PoolPromise = z.object({
  pool: z.string(),
  model: z.string(),
  revision: z.string().nullable(),
  rewardModel: z.string().nullable(),
  stepScorer: z.string().nullable(),
  maxModelLen: z.int().nullable(),
})
export type PoolPromise = z.infer<typeof PoolPromise>

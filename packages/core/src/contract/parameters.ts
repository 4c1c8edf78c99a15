import { z } from 'zod'
import { KeyId } from '../schemas/identity.js'
import { EvaluationId } from '../schemas/evaluation-status.js'
import { PoolName } from '../schemas/pool.js'
import type { Parameter } from './route.js'

export const EVALUATION = { about: 'the id of an evaluation', schema: EvaluationId } as const satisfies Parameter

export const IMPORT = {
  about: 'the id of an evaluation',
  schema: z.uuid('must be the id of an imported evaluation'),
} as const satisfies Parameter

export const POOL = { about: 'the name of a pool', schema: PoolName } as const satisfies Parameter

export const KEY = {
  about: 'the id of a key: its 12 letters and digits after cges_',
  schema: KeyId,
} as const satisfies Parameter

export const CURSOR = {
  about: 'the "next" of the page before',
  schema: z.uuid('must be the "next" of an earlier page'),
} as const satisfies Parameter

/** A method in its text form. */
export const MethodText = z.string().max(300)

export const AnyText = z.string()

import { z } from 'zod'
import { MAX_BUDGET } from './rules/parameter.js'
import type { ExternalSpec as Spec } from './rules/external.js'

/** The name of an external rule, which its key contains. */
export const ExternalName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/u, 'must be of 1 to 40 letters a–z, digits, dots, hyphens and underscores')

/** An external rule, whose verdicts were imported. */
export const ExternalSpec: z.ZodType<Spec> = z.strictObject({
  method: z.literal('external'),
  name: ExternalName,
  budget: z.int().min(1).max(MAX_BUDGET),
})
export type ExternalSpec = Spec

import { z } from 'zod'
import { methodKey, parseMethodSpec, DEFAULT_BUDGET, type MethodSpec } from '@cges-fleet/methods'
import { Caps } from './caps.js'
import { budgetOfMethods, methodInputs } from './method-inputs.js'
import { PoolName } from './pool.js'

/** The reason for pausing, resuming, cancelling or retrying: kept in the evaluation's events. */
export const LifecycleRequest = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }).default({})
export type LifecycleRequest = z.infer<typeof LifecycleRequest>

/**
 * What to add to an evaluation. Every value is absolute, so that the request is idempotent: existing methods are left
 * as they are, and only missing samples are drawn.
 */
export const Extension = z
  .strictObject({
    methods: methodInputs.optional(),
    budget: budgetOfMethods
      .removeDefault()
      .optional()
      .describe(
        'samples per question: for the methods named here, else every method of the evaluation also at this budget',
      ),
    replicates: z.int().min(1).max(1000).optional().describe('how many there shall be in all'),
    caps: Caps.default({}).describe('new caps, none below the old'),
    reason: z.string().trim().min(1).max(500).optional(),
  })
  .prefault({})
  .transform((draft, ctx) => {
    const methods = new Map<string, MethodSpec>()
    for (const [position, input] of (draft.methods ?? []).entries()) {
      const parsed = parseMethodSpec(input, draft.budget ?? DEFAULT_BUDGET)
      if (parsed.ok) methods.set(methodKey(parsed.spec), parsed.spec)
      else ctx.addIssue({ code: 'custom', message: parsed.problem, path: ['methods', position, ...parsed.path] })
    }
    return { ...draft, methods: [...methods.values()] }
  })
export type Extension = z.output<typeof Extension>

/** How a clone differs from its original. */
export const CloneRequest = z
  .strictObject({
    name: z.string().trim().min(1).max(120).optional(),
    pool: PoolName.optional(),
    seed: z.int().min(0).optional(),
  })
  .default({})
export type CloneRequest = z.infer<typeof CloneRequest>

import { z } from 'zod'
import { methodKey, parseMethodSpec, DEFAULT_BUDGET, type MethodSpec } from '@cges-fleet/methods'
import { Caps } from './caps.js'
import { budgetOfMethods, methodInputs } from './method-inputs.js'
import { PoolName } from './pool.js'

/** Why somebody pauses, resumes, cancels or retries: kept in the evaluation's events. */
export const LifecycleRequest = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }).default({})
export type LifecycleRequest = z.infer<typeof LifecycleRequest>

/**
 * What to add to an evaluation. Every value is what it shall be afterwards, so that asking twice changes nothing more:
 * methods it already has are left as they are, and only samples that are missing are drawn.
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
export type ExtensionInput = z.input<typeof Extension>

/** What a clone has that its original has not. */
export const CloneRequest = z
  .strictObject({
    name: z.string().trim().min(1).max(120).optional(),
    pool: PoolName.optional(),
    seed: z.int().min(0).optional(),
  })
  .default({})
export type CloneRequest = z.infer<typeof CloneRequest>

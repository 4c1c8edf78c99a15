import { z } from 'zod'
import { methodKey, parseMethodSpec, DEFAULT_BUDGET, MAX_BUDGET, type MethodSpec } from '@cges-fleet/methods'

const methodText = z.string().max(300).describe('short form, such as cges:confidence=lns-arith,gamma=0.99@16')
const methodObject = z
  .looseObject({ method: z.string() })
  .describe('long form, such as {"method":"esc","window":4,"budget":16}')

/** Methods as people write them, short or long. */
export const methodInputs = z
  .array(z.union([methodText, methodObject]))
  .min(1, 'name at least one method')
  .max(32)

/** The budget of methods without one of their own. */
export const budgetOfMethods = z
  .int('must be a whole number of samples')
  .min(1, 'must be at least 1 sample')
  .max(MAX_BUDGET, `must be at most ${MAX_BUDGET} samples`)
  .default(DEFAULT_BUDGET)
  .describe('samples per question for methods that name no budget of their own')

/** Parses the methods of a draft; invalid and duplicate ones become issues that name their position. */
export function parseMethods(
  draft: { readonly methods: z.infer<typeof methodInputs>; readonly budget: number },
  ctx: z.RefinementCtx,
): MethodSpec[] {
  const methods: MethodSpec[] = []
  const firstByKey = new Map<string, number>()
  draft.methods.forEach((input, position) => {
    const parsed = parseMethodSpec(input, draft.budget)
    if (!parsed.ok) {
      ctx.addIssue({ code: 'custom', message: parsed.problem, path: ['methods', position, ...parsed.path] })
      return
    }
    const key = methodKey(parsed.spec)
    const first = firstByKey.get(key)
    if (first === undefined) {
      firstByKey.set(key, position)
      methods.push(parsed.spec)
      return
    }
    const message = `the same method as methods[${first}]: ${key}`
    ctx.addIssue({ code: 'custom', message, path: ['methods', position] })
  })
  return methods
}

import {
  DEFAULT_BUDGET,
  MAX_BUDGET,
  methodKey,
  type MethodSpec,
  parseMethodSpec,
  readsPartials,
} from '@cges-fleet/methods'
import { z } from 'zod'

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
  .meta({ examples: [32] })

/** Tells why no worker can draw for a method, which only replays can run then; null for all others. */
export function whyReplayed(spec: MethodSpec): string | null {
  if (!readsPartials(spec)) return null
  return `${spec.method} reads partial answers of unfinished samples, and no worker probes for them. Use cges replay on recordings that have them`
}

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
    const replayed = whyReplayed(parsed.spec)
    if (replayed !== null) {
      ctx.addIssue({ code: 'custom', message: replayed, path: ['methods', position] })
      return
    }
    const key = methodKey(parsed.spec)
    const first = firstByKey.get(key)
    if (first === undefined) {
      firstByKey.set(key, position)
      methods.push(parsed.spec)
      return
    }
    const message = `repeats methods[${first}]: ${key}`
    ctx.addIssue({ code: 'custom', message, path: ['methods', position] })
  })
  return methods
}

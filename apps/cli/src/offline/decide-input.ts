import {
  type ConfidenceSignal,
  groupMinima,
  MAX_BUDGET,
  type MethodSpec,
  parseMethodSpec,
  readsSignal,
  readsWindow,
  type Vote,
} from '@cges-fleet/methods'
import { z } from 'zod'

/** The samples of one question, in the order drawn. */
export const Samples = z
  .array(
    z.object({
      answer: z
        .string()
        .refine((text) => text.trim() !== '', 'is empty: a sample without an answer has null')
        .nullable(),
      confidence: z.number().min(0, 'must be in [0, 1]').max(1, 'must be in [0, 1]').nullish(),
      tokens: z.int().min(0).nullish(),
      tokenConfidences: z.array(z.number().min(0)).nullish(),
    }),
  )
  .max(MAX_BUDGET, `must be at most ${MAX_BUDGET} samples`)
export type Samples = z.infer<typeof Samples>

/** The default signal of a line's confidences, for methods that name none. */
export const SIGNAL: ConfidenceSignal = 'lns-arith'

/** Reads a line's method, in its text or with its parameters beside it; gives what is wrong with it in words. */
export function readMethod(fields: { method: string; [name: string]: unknown }, budget: number): MethodSpec | string {
  const isText = /[:@]/u.test(fields.method)
  if (isText && Object.keys(fields).length > 1) return 'give the parameters in the method’s text or beside it, not both'
  const named = fields.method === 'cges' ? { confidence: SIGNAL, ...fields } : fields
  const support = fields['support']
  const long = typeof support === 'number' ? { ...named, support: { fixed: support } } : named
  const parsed = parseMethodSpec(isText ? fields.method : long, Math.max(1, budget))
  return parsed.ok ? parsed.spec : parsed.problem
}

/**
 * Turns samples into votes, or returns an error naming the first that has an answer but lacks what the method reads.
 */
export function votesOf(samples: Samples, spec: MethodSpec): readonly Vote[] | string {
  const signal = readsSignal(spec)
  const window = readsWindow(spec)
  for (const [at, { answer, confidence, tokenConfidences }] of samples.entries()) {
    if (answer === null) continue
    if (signal !== null && typeof confidence !== 'number') return `samples[${at}] has an answer but no confidence`
    if (window !== null && tokenConfidences == null) return `samples[${at}] has an answer but no tokenConfidences`
  }
  return samples.map(({ answer, confidence, tokenConfidences, tokens = tokenConfidences?.length }) => ({
    answer,
    confidences: typeof confidence === 'number' ? { [signal ?? SIGNAL]: confidence } : {},
    ...(tokens == null ? {} : { tokens }),
    ...(window === null || tokenConfidences == null
      ? {}
      : { minima: { [window]: groupMinima(tokenConfidences, window) } }),
  }))
}

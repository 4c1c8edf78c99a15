import { z } from 'zod'

/** A row of oracles.jsonl: what math-verify and SymPy call a pair of kind math; null if it cannot be read. */
export const PairVerdict = z.strictObject({
  a: z.string(),
  b: z.string(),
  mathVerify: z.boolean().nullable(),
  sympy: z.boolean().nullable(),
})
export type PairVerdict = z.infer<typeof PairVerdict>

import { z } from 'zod'
import { packageJson } from '../package-file.js'

const Reference = z.array(
  z.object({
    text: z.string(),
    ids: z.array(z.int()),
    /** Of the logits at each place, the logarithm of the sum of exponentials. */
    sums: z.array(z.number()),
    /** At the last place: the five greatest, and some others. */
    logits: z.record(z.string(), z.number()),
    /** The greedy continuation. */
    greedy: z.array(z.int()).optional(),
  }),
)

/** Loads what transformers computes for some prompts with the same files (`training/reference.py`). */
export function loadReference(): z.infer<typeof Reference> {
  return Reference.parse(packageJson('golden/reference.json'))
}

import { z } from 'zod'

/** What an evaluation that is not moving waits for. */
export const WAIT_KINDS = [
  'stuck',
  'paused',
  'import',
  'pool-paused',
  'queue-away',
  'no-worker',
  'nothing-running',
  'all-drawn',
  'slots',
  'share',
  'team-limit',
  'caps',
  'under-way',
] as const

/** Why an evaluation is not moving, for programs by its kind and counts, and for people in a sentence. */
export const Waits = z.object({
  kind: z.enum(WAIT_KINDS),
  counts: z.record(z.string(), z.number()).describe('the numbers in the sentence, by name'),
  why: z.string(),
})
export type Waits = z.infer<typeof Waits>

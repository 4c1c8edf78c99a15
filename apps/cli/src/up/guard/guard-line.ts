import { z } from 'zod'

/** A message from a fleet's launcher to its guard: a process began, or ended. */
export const GuardLine = z.object({ pid: z.int(), kind: z.enum(['process', 'postgres']), ended: z.boolean() })
export type GuardLine = z.infer<typeof GuardLine>

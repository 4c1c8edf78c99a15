import { z } from 'zod'

/** What a fleet's launcher tells its guard of a process: that it began, or that it ended. */
export const GuardLine = z.object({ pid: z.int(), kind: z.enum(['process', 'postgres']), ended: z.boolean() })
export type GuardLine = z.infer<typeof GuardLine>

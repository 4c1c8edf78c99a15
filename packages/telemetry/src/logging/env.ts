import { z } from 'zod'
import { LOG_LEVELS } from './log-entry.js'

/** How a process logs, as every one reads it. */
export const LogEnvironment = z.object({
  /** json: a line of JSON an entry; text: for people. Unset: text at a terminal, else json. */
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  /** What is less than this is left out. */
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
})
export type LogEnvironment = z.infer<typeof LogEnvironment>

/** Reads how this process logs. A wrong setting is the application's to refuse; until then it logs as if unset. */
export function readLogEnvironment(variables: NodeJS.ProcessEnv = process.env): LogEnvironment {
  const parsed = LogEnvironment.safeParse(variables)
  return parsed.success ? parsed.data : { LOG_LEVEL: 'info' }
}

import { z } from 'zod'
import { LOG_LEVELS } from './log-entry.js'

/** The logging settings that every process has. */
export const LogEnvironment = z.object({
  /** json: one line of JSON per entry; text: for people. Default: text at a terminal, else json. */
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  /** Entries below this level are dropped. */
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
})
export type LogEnvironment = z.infer<typeof LogEnvironment>

/**
 * Parses this process's logging settings. Refusing an invalid one is the application's job; until then the default
 * applies.
 */
export function parseLogEnvironment(variables: NodeJS.ProcessEnv = process.env): LogEnvironment {
  const parsed = LogEnvironment.safeParse(variables)
  return parsed.success ? parsed.data : { LOG_LEVEL: 'info' }
}

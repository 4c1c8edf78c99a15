import { logger } from './logger.js'

/** What a framework hands over besides the message: a stack perhaps, and last who speaks. */
type Rest = readonly unknown[]

/** NestJS's own words in our log. What it says of its start is of use only when something is looked for. */
export const nestLogger = {
  log: (message: unknown, ...rest: Rest) => logger(speaker(rest)).debug(String(message)),
  debug: (message: unknown, ...rest: Rest) => logger(speaker(rest)).debug(String(message)),
  verbose: (message: unknown, ...rest: Rest) => logger(speaker(rest)).debug(String(message)),
  warn: (message: unknown, ...rest: Rest) => logger(speaker(rest)).warn(String(message)),
  error: failed,
  fatal: failed,
}

function failed(message: unknown, ...rest: Rest): void {
  const told = message instanceof Error ? message : null
  const stack = told?.stack ?? (rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined)
  logger(speaker(rest)).error(told?.message ?? String(message), { stack })
}

function speaker(rest: Rest): string {
  const last = rest.at(-1)
  return typeof last === 'string' ? last : 'Nest'
}

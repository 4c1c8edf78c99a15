import { logger } from './logger.js'

/** The arguments a framework passes after the message: perhaps a stack, and last the name of the component. */
type Rest = readonly unknown[]

/** Routes NestJS's messages into our log. Its start-up messages only matter when debugging. */
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

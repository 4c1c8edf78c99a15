import { AsyncLocalStorage } from 'node:async_hooks'
import { LOG_LEVELS, type LogLevel, parseLogEnvironment } from './env.js'
import { activeTraceparent } from './tracing.js'

/** The fields of a log entry, to search by: ids and counts. Never a prompt, an answer or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface LogEntry {
  readonly time: Date
  readonly level: LogLevel
  readonly service: string
  /** The part of the process that logs. */
  readonly part: string
  readonly message: string
  readonly fields: LogFields
}

/** Formats an entry as one line of JSON, for log collectors. */
export function jsonLine({ time, fields, ...entry }: LogEntry): string {
  return withoutSecrets(JSON.stringify({ time: time.toISOString(), ...entry, ...fields }))
}

/** Formats an entry for people at a terminal: the message first, its fields after it. */
export function textLine({ level, part, message, fields: { stack, ...fields } }: LogEntry): string {
  const about = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const first = [level.toUpperCase().padEnd(5), `[${part}]`, message, ...about].join(' ')
  return withoutSecrets(stack === undefined ? first : `${first}\n${stack}`)
}

/** Passwords in URLs, bearer tokens, and our keys and sessions, each with its redacted form. */
const SECRETS: readonly [RegExp, string][] = [
  [/([a-z][a-z0-9+.-]{0,20}:\/\/[^:@/\s"]*):[^@/\s"]+@/gi, '$1:…@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/\bcges_([a-z0-9]{12})_[\w-]+/gi, 'cges_$1_…'],
  [/\b__Host-cges=[\w-]+/gi, '__Host-cges=…'],
]

function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [secret, shown]) => text.replace(secret, shown), line)
}

/** Logs what happens in one part of a process. */
export type Logger = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>>

const about = new AsyncLocalStorage<LogFields>()
const settings = parseLogEnvironment()
const line = (settings.LOG_FORMAT ?? (process.stderr.isTTY ? 'text' : 'json')) === 'json' ? jsonLine : textLine
let service = 'cges'

/** Sets the process's name in its log. */
function nameService(name: string): void {
  service = name
}

/**
 * Runs work and adds fields to everything logged within it, however deep inside. From then on every promise of the
 * process costs more, up to Node 22: where samples are drawn, hand a logger with fields of its own on instead.
 */
export function withFields<T>(fields: LogFields, work: () => T): T {
  return about.run({ ...about.getStore(), ...fields }, work)
}

/** Creates the logger of one part of a process, perhaps with fields of its own: one line per entry, on stderr. */
export function logger(part: string, own: LogFields = {}): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(settings.LOG_LEVEL)) return
      const whole = { ...about.getStore(), ...own, ...fields, trace: activeTraceparent()?.split('-')[1] }
      process.stderr.write(`${line({ time: new Date(), level, service, part, message, fields: whole })}\n`)
    }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}

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
  const error = message instanceof Error ? message : null
  const stack = error?.stack ?? (rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined)
  logger(speaker(rest)).error(error?.message ?? String(message), { stack })
}

function speaker(rest: Rest): string {
  const last = rest.at(-1)
  return typeof last === 'string' ? last : 'Nest'
}

/** Runs a process's main program under its name; on failure logs why in the last line and exits with 1. */
export function runProcess(service: string, main: () => Promise<void>): void {
  nameService(service)
  main().catch((error: unknown) => {
    logger('Start').error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
}

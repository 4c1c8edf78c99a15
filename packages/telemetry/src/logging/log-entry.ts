export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

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

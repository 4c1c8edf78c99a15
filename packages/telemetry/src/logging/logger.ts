import { AsyncLocalStorage } from 'node:async_hooks'
import { activeTraceparent } from '../tracing/tracing.js'
import { parseLogEnvironment } from './env.js'
import { jsonLine, LOG_LEVELS, type LogFields, type LogLevel, textLine } from './log-entry.js'

/** Logs what happens in one part of a process. */
export type Logger = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>>

const about = new AsyncLocalStorage<LogFields>()
const settings = parseLogEnvironment()
const line = (settings.LOG_FORMAT ?? (process.stderr.isTTY ? 'text' : 'json')) === 'json' ? jsonLine : textLine
let service = 'cges'

/** Sets the process's name in its log. */
export function nameService(name: string): void {
  service = name
}

/** Runs work and adds fields to everything logged within it, however deep inside. */
export function withFields<T>(fields: LogFields, work: () => T): T {
  return about.run({ ...about.getStore(), ...fields }, work)
}

/** Creates the logger of one part of a process: one line per entry, on stderr. */
export function logger(part: string): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(settings.LOG_LEVEL)) return
      const whole = { ...about.getStore(), ...fields, trace: activeTraceparent()?.split('-')[1] }
      process.stderr.write(`${line({ time: new Date(), level, service, part, message, fields: whole })}\n`)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

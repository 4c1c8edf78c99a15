import { z } from 'zod'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

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

/** The probe server of a process without another HTTP server, as its `env.ts` parses it. */
export const ProbeEnvironment = z.object({
  /** The port of /health, /ready and /metrics; they are not served if it is left out. 0 picks any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  /** A file with the bearer token for which /metrics names teams; without it scrapers see their sums. */
  METRICS_TOKEN_FILE: z.string().optional(),
})

/** The trace settings that every process has. The names are OpenTelemetry's own. */
export const TraceEnvironment = z.object({
  /** A collector's OTLP/HTTP endpoint, such as http://127.0.0.1:4318; OpenTelemetry is not loaded if it is left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([
      z.literal('').transform(() => undefined),
      z.url({ error: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an OTLP/HTTP address, such as http://127.0.0.1:4318' }),
    ])
    .optional(),
  /** Extra headers for the collector, as `name=value,name=value`: often a key. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
})
export type TraceEnvironment = z.infer<typeof TraceEnvironment>

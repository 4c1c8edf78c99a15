import { z } from 'zod'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The logging settings that every process has. */
export const LogEnvironment = z.object({
  LOG_FORMAT: z
    .enum(['json', 'text'])
    .optional()
    .describe('json: one line of JSON per entry; text: for people. Unless set, text at a terminal and json elsewhere'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('entries below this level are dropped'),
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
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('port of `/health`, `/ready` and `/metrics`; without it they are not served, 0 picks a free one'),
  HOST: z.string().default('127.0.0.1').describe('address that the probes listen on'),
  METRICS_TOKEN_FILE: z
    .string()
    .optional()
    .describe(
      'file with the token (32 characters or more) for which `/metrics` names teams; without it scrapers see sums',
    ),
})

/** The trace settings that every process has. The names are OpenTelemetry's own. */
export const TraceEnvironment = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([
      z.literal('').transform(() => undefined),
      z.url({ error: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an OTLP/HTTP address, such as http://127.0.0.1:4318' }),
    ])
    .optional()
    .describe('OTLP/HTTP address of a trace collector, such as `http://127.0.0.1:4318`; without it tracing is off'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('headers for the collector, often a key: `name=value,name=value`'),
})
export type TraceEnvironment = z.infer<typeof TraceEnvironment>

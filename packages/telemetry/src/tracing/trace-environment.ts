import { z } from 'zod'

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

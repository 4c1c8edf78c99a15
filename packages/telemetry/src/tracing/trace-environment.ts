import { z } from 'zod'

/** Where traces go, as every process's `env.ts` reads it. The names are OpenTelemetry's own. */
export const TraceEnvironment = z.object({
  /** A collector's OTLP/HTTP door, such as http://127.0.0.1:4318; nothing of OpenTelemetry is loaded where it is left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([
      z.literal('').transform(() => undefined),
      z.url({ error: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an OTLP/HTTP address, such as http://127.0.0.1:4318' }),
    ])
    .optional(),
  /** What the collector asks for besides, as `name=value,name=value`: often a key. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
})
export type TraceEnvironment = z.infer<typeof TraceEnvironment>

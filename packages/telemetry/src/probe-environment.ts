import { z } from 'zod'

/** Where a process without another door answers probes, as its `env.ts` reads it. */
export const ProbeEnvironment = z.object({
  /** Where /health, /ready and /metrics are served; nowhere when left out. 0 takes any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  /** A file with the bearer token for which /metrics names teams; to everyone else it shows their sums. */
  METRICS_TOKEN_FILE: z.string().optional(),
})

import { z } from 'zod'

/** The probe server of a process without another HTTP server, as its `env.ts` parses it. */
export const ProbeEnvironment = z.object({
  /** The port of /health, /ready and /metrics; they are not served if it is left out. 0 picks any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  /** A file with the bearer token for which /metrics names teams; without it scrapers see their sums. */
  METRICS_TOKEN_FILE: z.string().optional(),
})

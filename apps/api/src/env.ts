import { StoreEnvironment } from '@cges-fleet/queue'
import { LogEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

const Environment = StoreEnvironment.extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    /** 0 takes any free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().default('127.0.0.1'),
    /** What keys are hashed with: 32 random characters or more. With it callers sign in; without, the API is for this machine alone. */
    KEY_PEPPER: z
      .string()
      .optional()
      .transform((text) => text || undefined),
    KEY_PEPPER_FILE: z.string().optional(),
    /**
     * Host names, besides localhost, by which a fleet without sign-in may be called, separated by commas: that of a
     * container whose ports are published on this machine alone. Naming one is saying so.
     */
    LOCAL_NAMES: z.string().default('').transform(names),
    KEY_REQUESTS_PER_SECOND: z.coerce.number().min(0.1).default(50),
    TEAM_REQUESTS_PER_SECOND: z.coerce.number().min(0.1).default(200),
    /** Addresses of proxies whose word on a client's address counts, separated by commas; none unless set. */
    TRUSTED_PROXIES: z.string().default('').transform(names),
  })

export type ApiEnvironment = z.infer<typeof Environment>

/** Reads the API's settings once; a wrong one stops the start with what to set. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): ApiEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new Error(`api: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function names(text: string): string[] {
  return text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}

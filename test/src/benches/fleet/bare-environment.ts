import { z } from 'zod'

export const BARE_QUEUE = 'bare'

const Environment = z.object({
  DATABASE_URL: z.string(),
  REDIS_URL: z.string().optional(),
  MODEL_URL: z.string(),
  CONCURRENCY: z.coerce.number().int(),
})

export interface BareEnvironment {
  readonly databaseUrl: string
  readonly redisUrl: string | undefined
  readonly modelUrl: string
  readonly concurrency: number
}

/** Parses the settings of a bare worker. */
export function bareEnvironment(env: Readonly<Record<string, string | undefined>>): BareEnvironment {
  const { DATABASE_URL, REDIS_URL, MODEL_URL, CONCURRENCY } = Environment.parse(env)
  return { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, modelUrl: MODEL_URL, concurrency: CONCURRENCY }
}

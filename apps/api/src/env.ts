import { StoreEnvironment } from '@cges-fleet/queue'
import { z } from 'zod'

const Environment = StoreEnvironment.extend({
  /** 0 takes any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
})

export type ApiEnvironment = z.infer<typeof Environment>

/** Reads the API's settings once; a wrong one stops the start with what to set. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): ApiEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new Error(`api: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

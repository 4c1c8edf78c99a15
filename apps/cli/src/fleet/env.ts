import { StoreEnvironment } from '@cges-fleet/queue'
import { z } from 'zod'
import { UsageError } from '../errors.js'

const Environment = StoreEnvironment.partial()

export type UpEnvironment = z.infer<typeof Environment>

/** Parses which stores to use; none is set on a laptop. */
export function parseStoreEnvironment(variables: NodeJS.ProcessEnv = process.env): UpEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error))
  return parsed.data
}

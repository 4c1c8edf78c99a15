import { secretIssueText, settingsProblem } from '@cges-fleet/core'
import type { z } from 'zod'
import { StoreEnvironment } from '@cges-fleet/queue'
import { UsageError } from '../errors.js'

const Environment = StoreEnvironment.partial()

export type UpEnvironment = z.infer<typeof Environment>

/** Parses which stores to use; none is set on a laptop. */
export function parseStoreEnvironment(variables: NodeJS.ProcessEnv = process.env): UpEnvironment {
  const parsed = Environment.safeParse(variables, { error: secretIssueText })
  if (!parsed.success) throw new UsageError(settingsProblem(parsed.error, variables))
  return parsed.data
}

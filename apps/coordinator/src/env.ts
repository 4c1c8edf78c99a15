import { StoreEnvironment } from '@cges-fleet/queue'
import { LogEnvironment, ProbeEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

const Environment = StoreEnvironment.extend(ProbeEnvironment.shape)
  .extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    SWEEP_MS: z.coerce.number().int().min(50).default(1000),
    /** How often the settings of the queue's store are looked at. */
    QUEUE_CHECK_MS: z.coerce.number().int().min(50).default(60_000),
    /** Days that the audit log is kept. */
    AUDIT_DAYS: z.coerce.number().int().min(31).max(36_500).default(365),
    /** Days that counts of refused requests are kept. */
    REFUSAL_DAYS: z.coerce.number().int().min(1).max(36_500).default(30),
    /** A JSON file of the webhooks that evaluations may tell that they have ended. */
    WEBHOOKS_FILE: z.string().min(1).optional(),
    /** The dashboard's public URL, for the links in webhook messages. */
    DASHBOARD_URL: z.url({ protocol: /^https?$/ }).optional(),
    ROUND_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
    /** How long a dead coordinator's round stays locked before another may take it. */
    ROUND_LOCK_MS: z.coerce.number().int().min(1000).default(5000),
  })

export type CoordinatorEnvironment = z.infer<typeof Environment>

/** Parses the coordinator's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): CoordinatorEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new Error(`coordinator: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

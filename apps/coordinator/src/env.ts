import { secretIssueText, settingsIn, settingsProblem } from '@cges-fleet/core'
import { StoreEnvironment } from '@cges-fleet/queue'
import { LogEnvironment, ProbeEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

/** Every setting of this process; docs/settings.md is written from it. */
export const Environment = StoreEnvironment.extend(ProbeEnvironment.shape)
  .extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    SWEEP_MS: z.coerce
      .number()
      .int()
      .min(50)
      .default(1000)
      .describe('pause between sweeps, which return expired leases and refill the queue'),
    QUEUE_CHECK_MS: z.coerce
      .number()
      .int()
      .min(50)
      .default(60_000)
      .describe('pause between checks of the settings of Redis'),
    AUDIT_DAYS: z.coerce.number().int().min(31).max(36_500).default(365).describe('days that the audit log is kept'),
    REFUSAL_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(36_500)
      .default(30)
      .describe('days that counts of refused requests are kept'),
    WEBHOOKS_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('JSON file of the webhooks that evaluations may notify; the same for every coordinator'),
    DASHBOARD_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('the dashboard’s public address, for links in webhook messages'),
    ROUND_CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1)
      .max(64)
      .default(4)
      .describe('evaluations that this coordinator decides at once'),
    ROUND_LOCK_MS: z.coerce
      .number()
      .int()
      .min(1000)
      .default(5000)
      .describe('time before another coordinator may take the round of a dead one'),
  })

export type CoordinatorEnvironment = z.infer<typeof Environment>

/** Parses the coordinator's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): CoordinatorEnvironment {
  const parsed = Environment.safeParse(settingsIn(variables), { error: secretIssueText })
  if (!parsed.success) throw new Error(`coordinator: ${settingsProblem(parsed.error, variables)}`)
  return parsed.data
}

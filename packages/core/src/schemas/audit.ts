import { z } from 'zod'

/** One entry of the audit log: who did what to keys, teams and evaluations, and who was refused. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** How often, up to `lastAt`: a repeated refusal is one entry an hour. Every action is an entry of its own. */
  times: z.int(),
  lastAt: z.string(),
  /** The team concerned; null if the caller was not authenticated. */
  team: z.string().nullable(),
  /** The key that was used, `local` on a fleet without sign-in, or `machine` for the operator beside the database. */
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof AuditPage>

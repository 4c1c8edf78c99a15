import { z } from 'zod'

/** One line of the log of who did what to keys, teams and evaluations, and of who was refused. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** How often, up to `lastAt`: a refusal that is repeated is one line an hour. Whatever was done is a line of its own. */
  times: z.int(),
  lastAt: z.string(),
  /** Whose team it concerned; null where nobody was recognised. */
  team: z.string().nullable(),
  /** The key that asked, `local` on a fleet without sign-in, or `machine` for the operator beside the database. */
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof AuditPage>

import { z } from 'zod'

const PROBLEM = 'must be a share from 0 to 1, such as 0.05'

/** The share of an evaluation's trials that is drawn on to the largest budget, whatever its methods need; 0 for none. */
export const AuditShare = z.number(PROBLEM).min(0, PROBLEM).max(1, PROBLEM)
export type AuditShare = z.infer<typeof AuditShare>

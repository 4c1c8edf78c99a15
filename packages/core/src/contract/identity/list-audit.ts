import { AuditPage } from '../../schemas/audit.js'
import { listAudit } from '../addresses.js'
import { CURSOR } from '../parameters.js'
import type { Route } from '../route.js'

export const ListAudit = {
  at: listAudit,
  summary: 'Read the log of keys, teams, cancellations and refused access, newest first: of one’s own team, or all',
  scope: 'audit:read',
  query: { cursor: CURSOR },
  answers: { 200: { about: 'a page', schema: AuditPage } },
} as const satisfies Route

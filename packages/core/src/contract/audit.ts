import { z } from 'zod'
import { AuditFile, AuditPage, AuditTopic } from '../schemas/identity.js'
import { exportAudit, getAuditChain, listAudit } from './addresses.js'
import { CURSOR } from './parameters.js'
import type { Route } from './route.js'

const Instant = z.iso.datetime({ offset: true, error: 'must be an instant such as 2026-01-31T00:00:00Z' })

const FILTER = {
  by: { about: 'only what this person, or the key of this id, did', schema: z.string().min(1).max(120) },
  about: { about: `only entries about one of ${AuditTopic.options.join(', ')}`, schema: AuditTopic },
  since: { about: 'only from this instant on', schema: Instant },
  until: { about: 'only before this instant', schema: Instant },
} as const

export const ListAudit = {
  at: listAudit,
  summary:
    'Read the log of people, keys, teams, evaluations and refused access, newest first: of one’s own team, or all',
  scope: 'audit:read',
  query: { cursor: CURSOR, ...FILTER },
  answers: { 200: { about: 'a page', schema: AuditPage } },
} as const satisfies Route

export const ExportAudit = {
  at: exportAudit,
  summary: 'Export the log as one file, newest first: of one’s own team, or all',
  scope: 'audit:read',
  path: { file: { about: AuditFile.options.join(', '), schema: AuditFile } },
  query: FILTER,
  answers: { 200: { about: 'the file', type: 'application/octet-stream' } },
} as const satisfies Route

export const GetAuditChain = {
  at: getAuditChain,
  summary: 'Read the chain of the whole log, oldest first, to verify that nobody changed it',
  scope: 'teams:manage',
  answers: { 200: { about: 'a line of JSON an entry, and one that ends it', type: 'application/x-ndjson' } },
} as const satisfies Route

import { KeyView } from '../../schemas/api-key.js'
import { revokeKey } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { KEY } from '../parameters.js'
import type { Route } from '../route.js'

export const RevokeKey = {
  at: revokeKey,
  summary: 'End a key, with its sessions and streams',
  scope: 'keys:manage',
  path: { id: KEY },
  answers: { 200: { about: 'revoked', schema: KeyView }, 404: { problem: UNKNOWN } },
} as const satisfies Route

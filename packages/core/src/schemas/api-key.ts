import { z } from 'zod'
import { Role, Scope } from './role.js'
import { TeamName } from './team.js'

/** A key's public part: it names the key in lists and logs, and opens nothing. */
export const KeyId = z.string().regex(/^[a-z0-9]{12}$/, 'must be the id of a key, 12 of a-z and 0-9')

/** A key to create for a person or a program. */
export const NewKey = z.strictObject({
  name: z.string().trim().min(1, 'say who or what it is for').max(80),
  role: Role,
  team: TeamName.optional().describe('the caller’s own unless given'),
  scopes: z.array(Scope).min(1).max(Scope.options.length).optional().describe('all of the role’s unless given'),
  expiresAt: z.iso.datetime({ offset: true }).optional().describe('never unless given'),
})
export type NewKey = z.infer<typeof NewKey>

/** How a key is rotated: the old one keeps working for the overlap. */
export const KeyRotation = z.strictObject({ overlapHours: z.number().min(0).max(168).default(24) })
export type KeyRotation = z.infer<typeof KeyRotation>

/** A key as lists show it. Its secret was shown once, when it was created, and is not stored. */
export const KeyView = z.object({
  id: z.string(),
  team: z.string(),
  name: z.string(),
  role: Role,
  /** The only scopes it has; null: all of its role's. */
  scopes: z.array(Scope).nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** The key that replaced it, once it was rotated. */
  replacedBy: z.string().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

/** A new key: `key` is what its holder sends, and is shown this once. */
export const IssuedKey = KeyView.extend({ key: z.string() })
export type IssuedKey = z.infer<typeof IssuedKey>

export const KeyList = z.object({ keys: z.array(KeyView) })
export type KeyList = z.infer<typeof KeyList>

import { z } from 'zod'

/** What a key may do at most, each role all that the one before it may: read, submit, run pools, and see to teams and keys. */
export const Role = z.enum(['viewer', 'member', 'operator', 'admin'])
export type Role = z.infer<typeof Role>

/** One thing a route asks of its caller. A key may be limited to some of its role's. */
export const Scope = z.enum([
  'evaluations:read',
  'benchmarks:read',
  'pools:read',
  'evaluations:write',
  'benchmarks:write',
  'keys:read',
  'pools:operate',
  'keys:manage',
  'teams:manage',
  'audit:read',
])
export type Scope = z.infer<typeof Scope>

const VIEWER: readonly Scope[] = ['evaluations:read', 'benchmarks:read', 'pools:read']
const MEMBER: readonly Scope[] = [...VIEWER, 'evaluations:write', 'benchmarks:write', 'keys:read']
const OPERATOR: readonly Scope[] = [...MEMBER, 'pools:operate']
const ADMIN: readonly Scope[] = [...OPERATOR, 'keys:manage', 'teams:manage', 'audit:read']

const SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  member: MEMBER,
  operator: OPERATOR,
  admin: ADMIN,
}

/** Lists what a role may do, narrowed to the scopes a key was given, if any. */
export function scopesOf(role: Role, only: readonly Scope[] | null): readonly Scope[] {
  return only === null ? SCOPES[role] : SCOPES[role].filter((scope) => only.includes(scope))
}

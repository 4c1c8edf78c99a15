import { z } from 'zod'

/**
 * The most a key may do: read, submit, run pools, administer its own team, and administer the whole fleet. Operators
 * and admins may each do what members may and not what the other may; administrators of the fleet may do all of it.
 */
export const Role = z.enum(['viewer', 'member', 'operator', 'admin', 'fleet-admin'])
export type Role = z.infer<typeof Role>

/**
 * A permission that a route requires. A key may be limited to some of its role's. A holder of `teams:manage`
 * administers teams and their limits, and has `keys:read`, `keys:manage` and `audit:read` for every team; without it
 * they apply to one's own.
 */
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
const ADMIN: readonly Scope[] = [...MEMBER, 'keys:manage', 'audit:read']
const FLEET_ADMIN: readonly Scope[] = [...ADMIN, 'pools:operate', 'teams:manage']

const SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  member: MEMBER,
  operator: OPERATOR,
  admin: ADMIN,
  'fleet-admin': FLEET_ADMIN,
}

/** Lists what a role may do, narrowed to the scopes a key was given, if any. */
export function scopesOf(role: Role, only: readonly Scope[] | null): readonly Scope[] {
  return only === null ? SCOPES[role] : SCOPES[role].filter((scope) => only.includes(scope))
}

import { z } from 'zod'

/** Claims of a token or of the provider's page about a user, unchecked. */
export type Claims = Readonly<Record<string, unknown>>

const MOST_GROUPS = 2000
const LONGEST_GROUP = 500

/** The groups that claims hold; null if they say nothing of groups. One text is one group. */
export function groupsIn(claims: Claims, name: string): string[] | null {
  const value = claims[name]
  if (value === undefined || value === null) return null
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = all.filter((one): one is string => typeof one === 'string' && one.length <= LONGEST_GROUP)
  return texts.slice(0, MOST_GROUPS)
}

const MOST_KEPT = 50
const LONGEST_KEPT = 200

/** Of somebody's groups, those that a session keeps. */
export function keptGroups(groups: readonly string[]): string[] {
  return groups.filter(({ length }) => length <= LONGEST_KEPT).slice(0, MOST_KEPT)
}

const MOST_NAMES = 30

/** Says that a sign-in brought no groups, which claims it brought, and what to do. */
export function noGroupsWords(claims: Claims, name: string): string {
  const found = Object.keys(claims).slice(0, MOST_NAMES).join(', ')
  return (
    `a sign-in has no claim "${name}" in user info or ID token, so it gives no team. It has: ${found}. Have the provider ` +
    `send the claim, add its scope to OIDC_SCOPES, or name another claim in OIDC_GROUPS_CLAIM`
  )
}

const LONGEST_NAME = 500

/** What somebody is called; an address that the provider says is unverified is nobody's. */
export function nameIn(claims: Claims): { readonly name: string | null; readonly email: string | null } {
  const email = claims['email_verified'] === false ? null : textIn(claims, 'email', 320)
  const name = textIn(claims, 'name', LONGEST_NAME) ?? textIn(claims, 'preferred_username', LONGEST_NAME)
  return { name, email }
}

function textIn(claims: Claims, name: string, longest: number): string | null {
  const value = claims[name]
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : null
}

/** The provider's tokens that a session keeps, to see whether groups changed and to sign out there. */
export const Tokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  /** Seconds since 1970 until which the access token works; null if the provider did not say. */
  accessUntil: z.number().nullable(),
  refreshToken: z.string().nullable(),
  /** Where the provider says which groups somebody has. */
  groupsFrom: z.enum(['id-token', 'user-info']),
  /** The first of somebody's groups, to choose from where a group is named. */
  groups: z.array(z.string()).default([]),
})
export type Tokens = z.infer<typeof Tokens>

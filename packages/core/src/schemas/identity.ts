import { z } from 'zod'
import { MOST_IN_ALL } from './bounds.js'

/**
 * The most a key may do: read, submit, run pools, administer its own team, and administer the whole fleet. Operators
 * and admins may each do what members may and not what the other may; administrators of the fleet may do all of it.
 */
export const Role = z.enum(['viewer', 'member', 'operator', 'admin', 'fleet-admin'])
export type Role = z.infer<typeof Role>

/**
 * A permission that a route requires. Without `evaluations:manage` one renames, archives and deletes one's own
 * evaluations only. A key may be limited to some of its role's. A holder of `teams:manage`
 * administers teams and their limits, and has `keys:read`, `keys:manage` and `audit:read` for every team; without it
 * they apply to one's own.
 */
export const Scope = z.enum([
  'evaluations:read',
  'benchmarks:read',
  'pools:read',
  'evaluations:write',
  'evaluations:manage',
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
const ADMIN: readonly Scope[] = [...MEMBER, 'evaluations:manage', 'keys:manage', 'audit:read']
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

export const TeamName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and "-", starting with a letter or digit')

const limit = z
  .int('must be a whole number')
  .min(1, 'must be at least 1; null is no limit')
  .max(MOST_IN_ALL, `must be at most ${MOST_IN_ALL.toLocaleString('en')}; null is no limit`)
  .nullable()

/** A count of single things; the database counts no further. */
const count = z
  .int('must be a whole number')
  .min(1, 'must be at least 1; null is no limit')
  .max(2_147_483_647, 'must be below 2147483648')
  .nullable()

/** The most a team may use; null is no limit. */
export const TeamLimits = z.strictObject({
  samplesInFlight: count.meta({ description: 'samples drawn at once, over all pools' }),
  tokensPerDay: limit.meta({ description: 'prompt and completion tokens in a day' }),
  gpuSecondsPerMonth: limit.meta({ description: 'seconds of the pools’ GPUs in a calendar month' }),
  callsPerEvaluation: count.meta({ description: 'calls one evaluation may make' }),
  storedBytes: limit.meta({ description: 'bytes of questions and texts stored; 50 GiB unless set' }),
})
export type TeamLimits = z.infer<typeof TeamLimits>

/** The most days that figures of the gateway's requests are kept: a year and the month that it began in. */
export const MOST_KEPT_DAYS = 400

const days = z
  .int('must be a whole number of days')
  .min(1, 'must be at least 1 day; null keeps them')
  .max(36_500, 'must be at most 36,500 days; null keeps them')
  .nullable()

/** How long a team's evaluations and their texts are kept; null is for ever. */
const TeamRetention = z.strictObject({
  finishedDays: days.meta({ description: 'days after its end that an evaluation is deleted' }),
  archivedDays: days.meta({ description: 'days after it was archived that an evaluation is deleted' }),
  textsDays: days.meta({
    description: 'days after its end that an evaluation’s texts are deleted; its answers, figures and verdicts stay',
  }),
})

/** What is kept of a team's requests to the gateway; nothing unless it is set. */
const TeamGateway = z.strictObject({
  keepDays: z
    .int('must be a whole number of days')
    .min(1, 'must be at least 1 day; null keeps nothing')
    .max(MOST_KEPT_DAYS, `must be at most ${MOST_KEPT_DAYS} days`)
    .nullable()
    .meta({ description: 'days that the figures of each request are kept; null keeps nothing' }),
  auditShare: z
    .number()
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .meta({ description: 'share of the kept requests whose whole budget is drawn after the answer, to compare' }),
})

const Weight = z.number().gt(0, 'must be above 0').max(1000, 'must be at most 1000')

/** A group as the provider of single sign-on calls it. */
export const GroupName = z.string().min(1, 'must be the name of a group').max(500)

/** A new team: its share of a pool is its weight among the teams that have work there. */
export const NewTeam = z.strictObject({
  name: TeamName,
  weight: Weight.default(1),
  limits: TeamLimits.partial().default({}),
  keep: TeamRetention.partial().default({}),
  gateway: TeamGateway.partial().default({}),
  group: z
    .strictObject({ name: GroupName, role: Role })
    .optional()
    .describe('a group of the provider, and the role of its people in the team'),
})
export type NewTeam = z.infer<typeof NewTeam>

/** A change to a team; what is left out stays. */
export const TeamChange = z.strictObject({
  weight: Weight.optional(),
  limits: TeamLimits.partial().default({}),
  keep: TeamRetention.partial().default({}),
  gateway: TeamGateway.partial().default({}),
})
export type TeamChange = z.infer<typeof TeamChange>

/** A team: who submits and pays. */
export const TeamView = z.object({
  name: z.string(),
  weight: z.number(),
  limits: TeamLimits,
  keep: TeamRetention,
  gateway: TeamGateway,
  createdAt: z.string(),
})
export type TeamView = z.infer<typeof TeamView>

/** Every team. */
export const TeamList = z.object({ teams: z.array(TeamView) })
export type TeamList = z.infer<typeof TeamList>

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
  /** The person whose own key it is; null if it is a program's. */
  person: z.string().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

/** A new key: `key` is what its holder sends, and is shown this once. */
export const IssuedKey = KeyView.extend({ key: z.string() })
export type IssuedKey = z.infer<typeof IssuedKey>

export const KeyList = z.object({ keys: z.array(KeyView) })
export type KeyList = z.infer<typeof KeyList>

/** A key of one's own: it may what its person may in the team, or less, and ends with them. */
export const NewOwnKey = z.strictObject({
  name: z.string().trim().min(1, 'say what it is for').max(80),
  scopes: z.array(Scope).min(1).max(Scope.options.length).optional().describe('all of the role’s unless given'),
  expiresAt: z.iso.datetime({ offset: true }).optional().describe('with its person unless given'),
})
export type NewOwnKey = z.infer<typeof NewOwnKey>

/** A person's name in the fleet, which is unique and stays. */
export const PersonName = z.string().min(1, 'must be the name of a person').max(120)

/** A person as lists show them: their roles in the teams that the reader sees. */
export const PersonView = z.object({
  name: z.string(),
  email: z.string().nullable(),
  teams: z.array(z.object({ team: z.string(), role: Role })),
  /** How many keys of their own work. */
  keys: z.int(),
  /** When the provider last confirmed who they are. */
  confirmedAt: z.string(),
  /** Since when they are let in no more; null unless they were ended. */
  endedAt: z.string().nullable(),
})
export type PersonView = z.infer<typeof PersonView>

/** People by name; `next` is the `after` of the page that follows. */
export const PeoplePage = z.object({ people: z.array(PersonView), next: z.string().nullable() })
export type PeoplePage = z.infer<typeof PeoplePage>

/** The credentials a person signs in to the dashboard with. */
export const SignIn = z.strictObject({ key: z.string().min(1).max(200) })
export type SignIn = z.infer<typeof SignIn>

/** Whether this fleet requires sign-in, and who the caller is. */
export const SessionView = z.object({
  signIn: z.boolean(),
  /** How a browser signs in: with a key, and by a provider of this name that sends groups in this claim. */
  ways: z.object({ key: z.boolean(), provider: z.string().nullable(), groupsClaim: z.string().nullable() }),
  caller: z
    .object({
      team: TeamView,
      role: Role,
      scopes: z.array(Scope),
      /** The key signed in with; null on a fleet without sign-in, and for a person's session. */
      key: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Who the owner is of what the caller makes; null on a fleet without sign-in. */
      name: z.string().nullable(),
      /** The person signed in; null for a program's key. */
      person: z.object({ name: z.string(), teams: z.array(z.object({ team: z.string(), role: Role })) }).nullable(),
    })
    .nullable(),
  /** The team whose session the browser still holds, though none of its person's groups has a role in it any more. */
  left: z.string().nullable(),
})
export type SessionView = z.infer<typeof SessionView>

/** The team that a person works in from now on: one of their own. */
export const TeamChoice = z.strictObject({ team: TeamName })
export type TeamChoice = z.infer<typeof TeamChoice>

/** A browser signed out here; `provider` is where it signs out of the provider too. */
export const SignedOut = z.object({ provider: z.string().nullable() })
export type SignedOut = z.infer<typeof SignedOut>

/** Why a provider's sign-in led to no session; a page says it in words. */
export const SignInFault = z.enum(['provider', 'refused', 'stale', 'no-groups', 'no-team', 'ended'])
export type SignInFault = z.infer<typeof SignInFault>

/** One entry of the audit log: who did what to keys, teams and evaluations, and who was refused. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** How often, up to `lastAt`: a repeated refusal is one entry an hour. Every action is an entry of its own. */
  times: z.int(),
  lastAt: z.string(),
  /** The team concerned; null if the caller was not authenticated. */
  team: z.string().nullable(),
  /** The name of the person, the key that was used, `local` on a fleet without sign-in, or `machine` for the operator beside the database. */
  actor: z.string(),
  /** The name of the key that was used, if the reader sees that key. */
  keyName: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof AuditPage>

/** What entries of the log are about: the first word of their action. */
export const AuditTopic = z.enum([
  'access',
  'evaluation',
  'key',
  'member',
  'person',
  'pool',
  'session',
  'share',
  'team',
  'webhook',
])
export type AuditTopic = z.infer<typeof AuditTopic>

/** The log as a file, of the entries that a filter leaves. */
export const AuditFile = z.enum(['log.csv', 'log.jsonl'])
export type AuditFile = z.infer<typeof AuditFile>

/**
 * An entry of the log in its chain. `hash` is SHA-256 of `previous` followed by `text`, both as text in UTF-8; `previous` is
 * the hash of the place before in hexadecimal digits, and 64 zeros at place 1.
 */
export const SealedEntry = z.object({
  place: z.int(),
  previous: z.string(),
  hash: z.string(),
  /** All there is of the entry, as JSON; null if it was deleted. */
  text: z.string().nullable(),
})
export type SealedEntry = z.infer<typeof SealedEntry>

/** The last line of the chain: it ends here, and so many entries were written past it. */
export const ChainEnd = z.object({ end: z.literal(true), unsealed: z.int() })
export type ChainEnd = z.infer<typeof ChainEnd>

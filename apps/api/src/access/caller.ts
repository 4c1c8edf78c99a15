import type { Role, Scope } from '@cges-fleet/core'
import { type Database, type DataSource, type KnownPerson, teamDatabase, type TeamId } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common'

/**
 * Who is asking, and which rows they may see. Team and database come from here alone, never from the request's content.
 */
export interface Caller {
  readonly team: TeamId
  /** The team's own rows; no other row is visible. */
  readonly db: Database
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** The key that authenticated; null on a fleet without sign-in, and for a person's session. */
  readonly key: { readonly id: string; readonly name: string } | null
  /** The person signed in, or whose own key it is. */
  readonly person: KnownPerson | null
  /** A person's session, by the hash of its token. */
  readonly session: Buffer | null
  /** What their streams end with: the key or the session; null if nothing ends them. */
  readonly stream: string | null
  /** Who the owner is of what they make; null on a fleet without sign-in. No two people or keys of people share one. */
  readonly name: string | null
  /** The caller's name in the audit log. */
  readonly actor: string
}

/** Injects a route's caller, whom the guard has let in by then. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<{ readonly caller?: Caller }>()
  if (caller === undefined) throw new Error('a route asked for its caller, but its policy lets in anyone')
  return caller
})

/** The owner recorded for an evaluation: the person, or the name of the program's key; null on a fleet without sign-in. */
export function ownerOf({ name }: Pick<Caller, 'name'>): string | null {
  return name
}

/** Whether a caller may rename, archive and delete an evaluation: its own, or any of its team as an admin. */
export function manages({ name, scopes }: Pick<Caller, 'name' | 'scopes'>, owner: string | null): boolean {
  return scopes.includes('evaluations:manage') || (owner !== null && owner === name)
}

/**
 * The teams, keys and audit log a caller administers, as the database shows them: every team's for administrators of
 * the fleet, their own team's for everyone else, whatever a statement asks for.
 */
export function administered(identity: Database, { scopes, db }: Caller): Database {
  return scopes.includes('teams:manage') ? identity : db
}

/** Caches each team's view of the database. A route gets its caller's with `@Caller()`. */
@Injectable()
export class TeamDatabases {
  constructor(@Inject(DATABASE) private readonly db: DataSource) {}

  /** The database restricted to one team's rows. */
  of(team: TeamId): Database {
    return teamDatabase(this.db, team)
  }
}

import { type Role, type Scope, scopesOf } from '@cges-fleet/core'
import {
  type Database,
  type Db,
  findKeyHolder,
  findKeyTeam,
  findSessionHolder,
  type KeyHolder,
  LOCAL_TEAM,
  type Pepper,
  parseKey,
  takeRequest,
  type TeamId,
  workingKeys,
  writeRefusal,
} from '@cges-fleet/db'
import { Refusal, TooSoon } from '../http/refusal.js'
import type { Caller } from './caller.js'

export interface Limits {
  readonly perKey: number
  readonly perTeam: number
}

/** A credential to authenticate by. */
export type Credential = { readonly kind: 'key' | 'session'; readonly text: string }

/** How many seconds' worth of requests may arrive in one burst. */
const BURST_SECONDS = 2

/** The rate of failed sign-ins allowed from one address; beyond it they are not even audited. */
export const FAILURES = { perSecond: 0.5, size: 30 }

export interface KeyRingParts {
  readonly identity: Database
  /** Null on a fleet without sign-in. */
  readonly pepper: Pepper | null
  readonly limits: Limits
  databaseOf(team: TeamId): Database
}

/** Authenticates callers by key or session, on every request: a revoked key is refused from the next request on. */
export class KeyRing {
  constructor(private readonly parts: KeyRingParts) {}

  get signIn(): boolean {
    return this.parts.pepper !== null
  }

  /** The caller on a fleet without sign-in: anyone who reaches it, which only processes of this machine can. */
  local(): Caller {
    return this.#caller({ team: LOCAL_TEAM, role: 'fleet-admin', scopes: null }, null)
  }

  /** Authenticates a credential and counts the request against its rate limits. */
  async recognise(credential: Credential, address: string): Promise<Caller> {
    const found = await this.parts.identity.transaction(async (tx) => {
      const holder = await this.#holder(tx, credential)
      return holder === null ? null : { holder, seconds: await takeRequest(tx, this.#buckets(holder)) }
    })
    if (found === null) return this.#refuse(credential, address)
    const { holder, seconds } = found
    if (seconds > 0) throw new TooSoon('Too many requests: wait as long as Retry-After says.', seconds)
    return this.#caller(holder, { id: holder.keyId, name: holder.keyName })
  }

  /** Returns which of some keys are still active. */
  working(ids: readonly string[]): Promise<Set<string>> {
    return workingKeys(this.parts.identity, ids)
  }

  /** The holder of a key that signs in; null if the key is invalid. */
  holderOf(credential: Credential): Promise<KeyHolder | null> {
    return this.#holder(this.parts.identity, credential)
  }

  async #holder(db: Db, { kind, text }: Credential): Promise<KeyHolder | null> {
    const { pepper } = this.parts
    if (pepper === null) return null
    if (kind === 'session') return findSessionHolder(db, text, pepper)
    const key = parseKey(text)
    return key === null ? null : findKeyHolder(db, key, pepper)
  }

  #buckets({ keyId, team }: KeyHolder) {
    const { perKey, perTeam } = this.parts.limits
    return [
      { name: `key ${keyId}`, perSecond: perKey, size: perKey * BURST_SECONDS },
      { name: `team ${team}`, perSecond: perTeam, size: perTeam * BURST_SECONDS },
    ]
  }

  async #refuse({ kind, text }: Credential, address: string): Promise<never> {
    const { identity } = this.parts
    const seconds = await takeRequest(identity, [{ name: `refused ${address}`, ...FAILURES }])
    if (seconds > 0) throw new TooSoon('Too many requests with keys that do not work.', seconds)
    if (kind === 'key') {
      // Only a key that once existed is named: a stranger could invent any number of others.
      const id = parseKey(text)?.id ?? null
      const team = id === null ? null : await findKeyTeam(identity, id)
      const refused = { actor: 'nobody', action: 'access.refused', reason: address } as const
      await writeRefusal(identity, { ...refused, team, subject: team === null ? null : id })
    }
    throw new Refusal(
      'unauthenticated',
      kind === 'key'
        ? 'This key does not work: it is misspelt, has expired or was revoked.'
        : 'You are signed out: sign in again.',
    )
  }

  #caller(held: { team: TeamId; role: Role; scopes: readonly Scope[] | null }, key: Caller['key']): Caller {
    return {
      team: held.team,
      db: this.parts.databaseOf(held.team),
      role: held.role,
      scopes: scopesOf(held.role, held.scopes),
      key,
      actor: key?.id ?? 'local',
    }
  }
}

import { scopesOf, type SessionView } from '@cges-fleet/core'
import {
  type Database,
  type Db,
  findKeyHolder,
  findKeyTeam,
  findLeftTeam,
  findSessionHolder,
  type Holder,
  LOCAL_TEAM,
  makeDue,
  type Pepper,
  parseKey,
  renewHash,
  type RequestRates,
  takeHolderRequest,
  takeRefused,
  type TeamId,
  workingKeys,
  workingSessions,
  writeRefusal,
} from '@cges-fleet/db'
import { Refusal, TooSoon } from '../http/refusal.js'
import type { Standing } from '../single-sign-on/standing.js'
import type { Caller } from './caller.js'

/** A credential to authenticate by. */
export type Credential = { readonly kind: 'key' | 'session'; readonly text: string }

export interface KeyRingParts {
  readonly identity: Database
  /** Null on a fleet without sign-in. */
  readonly pepper: Pepper | null
  readonly limits: RequestRates
  /** Null on a fleet without single sign-on. */
  readonly standing: Standing | null
  /** How browsers sign in. */
  readonly ways: SessionView['ways']
  databaseOf(team: TeamId): Database
}

/** Authenticates callers by key or session, on every request: a revoked key is refused from the next request on. */
export class KeyRing {
  constructor(private readonly parts: KeyRingParts) {}

  get signIn(): boolean {
    return this.parts.pepper !== null
  }

  /** How browsers sign in; not at all on a fleet without sign-in. */
  get ways(): SessionView['ways'] {
    return this.signIn ? this.parts.ways : { key: false, provider: null, groupsClaim: null }
  }

  /** The caller on a fleet without sign-in: anyone who reaches it, which only processes of this machine can. */
  local(): Caller {
    return this.#caller(LOCAL)
  }

  /** Authenticates a credential and counts the request against its rate limits. */
  async recognise(credential: Credential, address: string): Promise<Caller> {
    const found = await this.parts.identity.transaction(async (tx) => {
      const holder = await this.#holder(tx, credential)
      return holder === null ? null : { holder, seconds: await takeHolderRequest(tx, holder, this.parts.limits) }
    })
    if (found === null) return this.#refuse(credential, address)
    if (found.seconds > 0) throw new TooSoon('Too many requests: wait as long as Retry-After says.', found.seconds)
    const holder = await this.#reviewed(found.holder, credential)
    return holder === null ? this.#refuse(credential, address) : this.#caller(holder)
  }

  /** The holder once the provider was asked about them, if that was due. */
  async #reviewed(holder: Holder, credential: Credential): Promise<Holder | null> {
    const { standing } = this.parts
    if (standing === null || holder.session === null || !holder.isDue) return holder
    await standing.review(holder.session)
    return this.holderOf(credential)
  }

  /** Has the provider asked about a person who just changed what groups give: their own teams follow at once. */
  async review({ session }: Caller): Promise<void> {
    const { standing, identity } = this.parts
    if (standing === null || session === null) return
    await makeDue(identity, session)
    // It is due: what fails now is asked again by the next request.
    await standing.review(session).catch(() => undefined)
  }

  /** The team whose session a browser still holds, though its person has no role there any more; null if none. */
  async leftTeam(token: string): Promise<string | null> {
    const { identity, pepper } = this.parts
    return pepper === null ? null : findLeftTeam(identity, token, pepper)
  }

  /** Returns which of some streams' keys and sessions still work; those of people are reviewed meanwhile. */
  async working(streams: readonly string[]): Promise<Set<string>> {
    const { identity, standing } = this.parts
    const keys = streams.flatMap((stream) => (stream.startsWith(OF_KEY) ? [stream.slice(OF_KEY.length)] : []))
    const sessions = streams.flatMap((stream) =>
      stream.startsWith(OF_SESSION) ? [Buffer.from(stream.slice(OF_SESSION.length), 'hex')] : [],
    )
    const [working, live] = await Promise.all([
      workingKeys(identity, keys),
      sessions.length === 0 ? [] : workingSessions(identity, sessions),
    ])
    if (standing !== null) for (const session of sessions) void standing.review(session).catch(() => undefined)
    return new Set([...[...working].map((id) => OF_KEY + id), ...[...live].map((hash) => OF_SESSION + hash)])
  }

  /** The holder of a key that signs in; null if the key is invalid. */
  holderOf(credential: Credential): Promise<Holder | null> {
    return this.#holder(this.parts.identity, credential)
  }

  async #holder(db: Db, { kind, text }: Credential): Promise<Holder | null> {
    const { pepper } = this.parts
    if (pepper === null) return null
    if (kind === 'session') {
      const holder = await findSessionHolder(db, text, pepper)
      return holder?.session === null && !this.parts.ways.key ? null : holder
    }
    const key = parseKey(text)
    const holder = key === null ? null : await findKeyHolder(db, key, pepper)
    if (key !== null && holder !== null) await renewHash(db, key, pepper)
    return holder
  }

  async #refuse({ kind, text }: Credential, address: string): Promise<never> {
    const { identity } = this.parts
    const seconds = await takeRefused(identity, address)
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
        ? 'This key does not work: it is misspelt, has expired or was revoked. Ask your team’s admin for another.'
        : 'You are signed out: sign in again.',
    )
  }

  #caller({ key, person, team, role, scopes, within, session }: Holder): Caller {
    const most = within === null ? null : scopesOf(within, null)
    const stream = key === null ? session && OF_SESSION + session.toString('hex') : OF_KEY + key.id
    return {
      team,
      db: this.parts.databaseOf(team),
      role,
      scopes: scopesOf(role, scopes).filter((scope) => most === null || most.includes(scope)),
      key,
      person,
      session,
      stream,
      name: person?.name ?? key?.name ?? null,
      actor: person?.name ?? key?.id ?? 'local',
    }
  }
}

/** What streams are named by: their key, or their person's session. */
const OF_KEY = 'key '
const OF_SESSION = 'session '

const LOCAL: Holder = {
  key: null,
  person: null,
  team: LOCAL_TEAM,
  role: 'fleet-admin',
  scopes: null,
  within: null,
  session: null,
  isDue: false,
}

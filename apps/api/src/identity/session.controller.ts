import type { SessionView, SignedOut } from '@cges-fleet/core'
import { ChooseTeam, EndSession, GetSession, sessionIn, StartSession } from '@cges-fleet/core/contract'
import {
  type Database,
  endSession,
  findTeam,
  listMemberships,
  type Pepper,
  sealedTokensOf,
  startSession,
  switchTeam,
} from '@cges-fleet/db'
import { Controller, Inject, Req, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { KeyRing } from '../access/key-ring.js'
import { Refusal } from '../http/refusal.js'
import { clientAddress, type HttpRequest, type HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { Tokens } from '../single-sign-on/claims.js'
import type { SingleSignOn } from '../single-sign-on/single-sign-on.js'
import { IDENTITY_DATABASE, PEPPER, SINGLE_SIGN_ON } from '../tokens.js'
import { sessionCookie } from './cookies.js'

/** A browser's session: begun with a key or by single sign-on, and held by a cookie that a page's scripts cannot read. */
@Controller()
export class SessionController {
  constructor(
    private readonly ring: KeyRing,
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    @Inject(PEPPER) private readonly pepper: Pepper | null,
    @Inject(SINGLE_SIGN_ON) private readonly sso: SingleSignOn | null,
  ) {}

  @Serves(GetSession)
  async show(@Req() { caller, headers }: HttpRequest): Promise<SessionView> {
    const token = caller === undefined ? sessionIn(headers.cookie) : null
    return this.#view(caller ?? null, token === null ? null : await this.ring.leftTeam(token))
  }

  @Serves(StartSession)
  async start(
    @Input() { body: { key } }: Input<typeof StartSession>,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<SessionView> {
    const { identity, pepper, ring } = this
    if (pepper === null) throw new Refusal('conflict', 'This fleet has no sign-in: anyone who reaches it has access.')
    if (!ring.ways.key) throw new Refusal('conflict', 'This fleet signs browsers in by single sign-on, not with keys.')
    const caller = await ring.recognise({ kind: 'key', text: key.trim() }, clientAddress(request))
    if (caller.key === null) throw new Error('a caller recognised by a key has one')
    const token = await startSession(identity, { key: caller.key, team: caller.team }, pepper)
    response.setHeader('set-cookie', sessionCookie(token))
    return this.#view(caller)
  }

  @Serves(ChooseTeam)
  async choose(
    @Caller() { session, person }: Caller,
    @Input() { body: { team } }: Input<typeof ChooseTeam>,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<SessionView> {
    const { identity, pepper, ring } = this
    if (session === null || person === null || pepper === null)
      throw new Refusal('conflict', 'A key has one team. Sign in by single sign-on to change between your teams.')
    const token = await switchTeam(identity, { session, person }, team, pepper)
    if (token === null) throw new Refusal('not_found', `You are in no team "${team}".`)
    response.setHeader('set-cookie', sessionCookie(token))
    return this.#view(await ring.recognise({ kind: 'session', text: token }, clientAddress(request)))
  }

  @Serves(EndSession)
  async end(
    @Req() { headers, caller }: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<SignedOut> {
    const token = sessionIn(headers.cookie)
    const { identity, pepper } = this
    const provider = await this.#providerSignOut(caller?.session ?? null)
    if (token !== null && pepper !== null) await endSession(identity, token, pepper)
    response.setHeader('set-cookie', sessionCookie(null))
    return { provider }
  }

  async #providerSignOut(session: Buffer | null): Promise<string | null> {
    const { sso } = this
    const sealed = session === null ? null : await sealedTokensOf(this.identity, session)
    if (sealed === null || sso === null) return null
    const tokens = Tokens.safeParse(sso.sealer.open('tokens', sealed))
    return tokens.success ? sso.provider.signOutAddress(tokens.data.idToken) : null
  }

  async #view(caller: Caller | null, left: string | null = null): Promise<SessionView> {
    const { signIn, ways } = this.ring
    if (caller === null) return { signIn, ways, caller: null, left }
    const found = await findTeam(caller.db, { id: caller.team })
    if (found === null) throw new Error('a caller without a team')
    const { role, key, name, scopes } = caller
    const person = await this.#person(caller)
    return { signIn, ways, caller: { team: found.view, role, scopes: [...scopes], key, name, person }, left }
  }

  async #person({ person, session }: Caller): Promise<NonNullable<SessionView['caller']>['person']> {
    if (person === null) return null
    return { name: person.name, teams: session === null ? [] : await listMemberships(this.identity, person.id) }
  }
}

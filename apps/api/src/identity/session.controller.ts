import type { SessionView } from '@cges-fleet/core'
import { EndSession, GetSession, SESSION_COOKIE, sessionIn, StartSession } from '@cges-fleet/core/contract'
import { type Database, endSession, findTeam, type Pepper, SESSION_HOURS, startSession } from '@cges-fleet/db'
import { Controller, Inject, Req, Res } from '@nestjs/common'
import type { Caller } from '../access/caller.js'
import { KeyRing } from '../access/key-ring.js'
import { Refusal } from '../http/refusal.js'
import { clientAddress, type HttpRequest, type HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { IDENTITY_DATABASE, PEPPER } from '../tokens.js'

/** Signing in to the dashboard: a key is exchanged for a cookie, which a page's scripts cannot read. */
@Controller()
export class SessionController {
  constructor(
    private readonly ring: KeyRing,
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    @Inject(PEPPER) private readonly pepper: Pepper | null,
  ) {}

  @Serves(GetSession)
  show(@Req() { caller }: HttpRequest): Promise<SessionView> {
    return this.#view(caller ?? null)
  }

  @Serves(StartSession)
  async start(
    @Input() { body: { key } }: Input<typeof StartSession>,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<SessionView> {
    const { identity, pepper, ring } = this
    if (pepper === null) throw new Refusal('conflict', 'This fleet has no sign-in: anyone who reaches it has access.')
    const caller = await ring.recognise({ kind: 'key', text: key.trim() }, clientAddress(request))
    if (caller.key === null) throw new Error('a caller recognised by a key has one')
    const token = await startSession(identity, { keyId: caller.key.id, team: caller.team }, pepper)
    response.setHeader('set-cookie', sessionCookie(token))
    return this.#view(caller)
  }

  @Serves(EndSession)
  async end(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse): Promise<void> {
    const token = sessionIn(request.headers.cookie)
    const { identity, pepper } = this
    if (token !== null && pepper !== null) await endSession(identity, token, pepper)
    response.setHeader('set-cookie', sessionCookie(null))
  }

  async #view(caller: Caller | null): Promise<SessionView> {
    const signIn = this.ring.signIn
    if (caller === null) return { signIn, caller: null }
    const team = await findTeam(caller.db, { id: caller.team })
    if (team === null) throw new Error('a caller without a team')
    return { signIn, caller: { team: team.view, role: caller.role, scopes: [...caller.scopes], key: caller.key } }
  }
}

/** Formats the cookie that signs a browser in or, without a token, out. */
export function sessionCookie(token: string | null): string {
  const seconds = token === null ? 0 : SESSION_HOURS * 3600
  return `${SESSION_COOKIE}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
}

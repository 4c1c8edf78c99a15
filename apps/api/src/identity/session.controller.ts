import type { SessionView } from '@cges-fleet/core'
import { EndSession, GetSession, sessionIn, StartSession } from '@cges-fleet/core/contract'
import { type Database, endSession, findTeam, type Pepper, startSession } from '@cges-fleet/db'
import { Controller, Inject, Req, Res } from '@nestjs/common'
import type { Caller } from '../access/caller.js'
import { KeyRing } from '../access/key-ring.js'
import { sessionCookie } from '../access/session-cookie.js'
import { IDENTITY_DATABASE, PEPPER } from '../access/tokens.js'
import { clientAddress } from '../http/client-address.js'
import type { HttpRequest } from '../http/http-request.js'
import type { HttpResponse } from '../http/http-response.js'
import { Refusal } from '../http/refusal.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'

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
    @Asked() { body: { key } }: Asked<typeof StartSession>,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<SessionView> {
    const { identity, pepper, ring } = this
    if (pepper === null) throw new Refusal('conflict', 'This fleet has no sign-in: whoever reaches it is let in.')
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

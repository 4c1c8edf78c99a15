import type { SignInFault } from '@cges-fleet/core'
import { EndByProvider, FinishSignIn, sessionIn, signInIn, StartSignIn } from '@cges-fleet/core/contract'
import { returnAddress } from '@cges-fleet/core/return-address'
import {
  type Database,
  endProviderSessions,
  endSession,
  type Pepper,
  startPersonSession,
  takeRefused,
  takeRequest,
  writeRefusal,
} from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Inject, Req, Res } from '@nestjs/common'
import { z } from 'zod'
import { Refusal, TooSoon } from '../http/refusal.js'
import { clientAddress, type HttpRequest, type HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { rolesOf } from '../single-sign-on/group-roles.js'
import type { SignedInUser } from '../single-sign-on/provider.js'
import type { SingleSignOn } from '../single-sign-on/single-sign-on.js'
import { IDENTITY_DATABASE, PEPPER, SINGLE_SIGN_ON } from '../tokens.js'
import { SIGN_IN_SECONDS, sessionCookie, signInCookie } from './cookies.js'

const log = logger('SignIn')

/** Sign-ins and their ends of one address, which a whole company may share. */
const OF_ADDRESS = { perSecond: 10, size: 300 }

/** A longer address would not fit into the cookie. */
const LONGEST_ADDRESS = 1500

/** As many groups of a sign-in are logged. */
const MOST_GROUPS = 30
const ADD_ONE = 'Add one of them to OIDC_GROUPS_FILE, or with cges group set'

/** What a browser takes along while it is at the provider. */
const UnderWay = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  until: z.number(),
})

interface Parts {
  readonly sso: SingleSignOn
  readonly pepper: Pepper
}

/** Single sign-on: to the provider, back from it, and the end of sessions that the provider ends. */
@Controller()
export class SignInController {
  constructor(
    @Inject(IDENTITY_DATABASE) private readonly identity: Database,
    @Inject(PEPPER) private readonly pepper: Pepper | null,
    @Inject(SINGLE_SIGN_ON) private readonly sso: SingleSignOn | null,
  ) {}

  @Serves(StartSignIn)
  async start(
    @Input() { query }: Input<typeof StartSignIn>,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<void> {
    const { sso } = this.#parts()
    await this.#bound(`sign-in ${clientAddress(request)}`)
    const wanted = returnAddress(query.to)
    const to = wanted.length > LONGEST_ADDRESS ? returnAddress(null) : wanted
    const began = await sso.provider.begin().catch((error: unknown) => {
      log.warn(`the provider cannot be used: ${reasonOf(error)}`)
      return null
    })
    if (began === null) return this.#fail(response, 'provider', to)
    const until = Date.now() + SIGN_IN_SECONDS * 1000
    const sealed = sso.sealer.seal('sign-in', { ...began.begun, to, until })
    response.setHeader('set-cookie', signInCookie(sealed.toString('base64url')))
    response.setHeader('location', began.to.href)
  }

  @Serves(FinishSignIn)
  async finish(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse): Promise<void> {
    const parts = this.#parts()
    const address = clientAddress(request)
    const sealed = signInIn(request.headers.cookie)
    const opened = sealed === null ? null : parts.sso.sealer.open('sign-in', Buffer.from(sealed, 'base64url'))
    const underWay = UnderWay.safeParse(opened)
    response.setHeader('set-cookie', signInCookie(null))
    if (!underWay.success || underWay.data.until < Date.now()) return this.#fail(response, 'stale', null)
    const { to, ...begun } = underWay.data
    await this.#bound(`signed in ${address}`)
    const search = request.originalUrl.replace(/^[^?]*/, '')
    const user = await parts.sso.provider.finish(search, begun).catch((error: unknown) => {
      log.warn(`refused a sign-in: ${reasonOf(error)}`)
      return null
    })
    const done = user === null ? { refused: 'refused' as const } : await this.#signIn(parts, user, begun.nonce)
    if ('token' in done) {
      const before = sessionIn(request.headers.cookie)
      if (before !== null) await endSession(this.identity, before, parts.pepper)
      response.setHeader('set-cookie', [signInCookie(null), sessionCookie(done.token)])
      response.setHeader('location', to)
      return undefined
    }
    await this.#noteFailure(address)
    return this.#fail(response, done.refused === 'used' ? 'stale' : done.refused, to)
  }

  async #signIn({ sso, pepper }: Parts, user: SignedInUser, nonce: string) {
    const { subject, name, email, groups, providerSession, tokens } = user
    const issuer = sso.provider.settings.issuer.href
    const roles = await rolesOf(this.identity, sso.groups, groups ?? [])
    const sealedTokens = sso.sealer.seal('tokens', tokens)
    const signIn = { person: { issuer, subject, name, email }, roles, nonce, providerSession, sealedTokens }
    const done = await startPersonSession(this.identity, signIn, pepper)
    if (!('refused' in done) || done.refused !== 'no-team') return done
    if (groups === null) return { refused: 'no-groups' as const }
    log.warn(`a sign-in has only groups that give no team: ${groups.slice(0, MOST_GROUPS).join(', ')}. ${ADD_ONE}`)
    return done
  }

  @Serves(EndByProvider)
  async end(@Input() { body }: Input<typeof EndByProvider>, @Req() request: HttpRequest): Promise<void> {
    const { sso, pepper } = this.#parts()
    await this.#bound(`sign-out ${clientAddress(request)}`)
    const token = await sso.provider.readLogoutToken(body.logout_token).catch((error: unknown) => {
      log.warn(`refused a logout token: ${reasonOf(error)}`)
      throw new Refusal('invalid', 'This logout token is not one that the provider signed for this fleet just now.')
    })
    const { id, ...whom } = token
    const issuer = sso.provider.settings.issuer.href
    const ended = await endProviderSessions(this.identity, { issuer, ...whom }, { id, pepper })
    if (ended === null) throw new Refusal('invalid', 'This logout token was used before.')
  }

  #parts(): Parts {
    const { sso, pepper } = this
    if (sso !== null && pepper !== null) return { sso, pepper }
    throw new Refusal('conflict', 'This fleet has no single sign-on. Set OIDC_ISSUER to turn it on.')
  }

  async #bound(name: string): Promise<void> {
    const seconds = await takeRequest(this.identity, [{ name, ...OF_ADDRESS }])
    if (seconds > 0) throw new TooSoon('Too many sign-ins from your address.', seconds)
  }

  /** Counts a failed sign-in in the log, within the rate of such. */
  async #noteFailure(address: string): Promise<void> {
    const seconds = await takeRefused(this.identity, address)
    const refusal = { actor: 'nobody', action: 'access.refused', team: null, subject: null, reason: address } as const
    if (seconds === 0) await writeRefusal(this.identity, refusal)
  }

  /** Leads back to the page that signs in, which says why it did not work. */
  #fail(response: HttpResponse, fault: SignInFault, to: string | null): void {
    const on = to === null ? '' : `&to=${encodeURIComponent(to)}`
    response.setHeader('location', `/sign-in?fault=${fault}${on}`)
  }
}

/** Why something failed, without what a stranger sent: only the libraries' own words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.message.slice(0, 200)}${code}`
}

import { logger } from '@cges-fleet/telemetry'
import { jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { type Claims, groupsIn, keptGroups, nameIn, noGroupsWords, type Tokens } from './claims.js'
import { Discovery, type ProviderSettings, SKEW_SECONDS, TIMEOUT_SECONDS } from './discovery.js'
import { isClientRefused, isRefusal } from './provider-errors.js'

const log = logger('SignIn')

/** What a browser takes along to the provider, encrypted, and must bring back. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Somebody who signed in at the provider. */
export interface SignedInUser {
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
  /** Null if the provider says nothing of groups. */
  readonly groups: readonly string[] | null
  readonly providerSession: string | null
  readonly tokens: Tokens
}

/** What the provider says when it is asked again. */
export type AskedAgain =
  | { readonly kind: 'confirmed'; readonly groups: readonly string[]; readonly tokens: Tokens }
  /** It vouches for this session no more. */
  | { readonly kind: 'refused' }
  /** It gave no answer. The tokens are the newest that it gave. */
  | { readonly kind: 'silent'; readonly tokens: Tokens }
  /** It cannot say which groups somebody has, by these tokens. */
  | { readonly kind: 'blind'; readonly tokens: Tokens }

/** What a logout token says, once it is verified. */
export interface LogoutToken {
  readonly id: string
  readonly subject: string | null
  readonly providerSession: string | null
}

/** The oldest logout token that ends a session. */
const LOGOUT_SECONDS = 300
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Signatures that only the provider can make: none, and none that a secret shared with us makes. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The provider of single sign-on, as its own discovery document describes it. */
export class Provider {
  readonly #discovery: Discovery

  constructor(readonly settings: ProviderSettings) {
    this.#discovery = new Discovery(settings)
  }

  /** The address that the provider leads back to. */
  get callback(): URL {
    return new URL(this.settings.callbackPath, this.settings.dashboard)
  }

  /** Begins a sign-in: where to lead the browser, and what it must bring back. */
  async begin(): Promise<{ readonly to: URL; readonly begun: Begun }> {
    const { configuration } = await this.#discovery.get()
    const begun = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const to = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callback.href,
      scope: offeredScopes(this.settings.scopes, configuration.serverMetadata().scopes_supported),
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    })
    return { to, begun }
  }

  /** Exchanges what the provider sent back for who signed in; throws if anything is not as it was begun. */
  async finish(search: string, begun: Begun): Promise<SignedInUser> {
    try {
      return await this.#finish(search, begun)
    } catch (error) {
      if (!isRefusal(error)) this.#discovery.doubt()
      throw error
    }
  }

  async #finish(search: string, { state, nonce, verifier }: Begun): Promise<SignedInUser> {
    const current = new URL(this.callback)
    current.search = search
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const answer = await this.#granted((found) => oidc.authorizationCodeGrant(found, current, checks))
    const claims = answer.claims()
    if (claims === undefined || answer.id_token === undefined) throw new Error('the provider sent no ID token')
    const { configuration } = await this.#discovery.get()
    const info = await userInfo(configuration, answer.access_token, claims.sub)
    const { groupsClaim } = this.settings
    const inInfo = groupsIn(info, groupsClaim)
    const groups = inInfo ?? groupsIn(claims, groupsClaim)
    if (groups === null) log.warn(noGroupsWords({ ...info, ...claims }, groupsClaim))
    return {
      subject: claims.sub,
      ...nameIn({ ...info, ...claims }),
      groups,
      providerSession: typeof claims['sid'] === 'string' && claims['sid'].length <= 255 ? claims['sid'] : null,
      tokens: {
        ...tokensIn(answer, answer.id_token, inInfo === null ? 'id-token' : 'user-info'),
        groups: keptGroups(groups ?? []),
      },
    }
  }

  /** Asks whether somebody still has their groups. */
  async askAgain(tokens: Tokens, subject: string): Promise<AskedAgain> {
    try {
      const { configuration } = await this.#discovery.get()
      const usable = tokens.accessUntil === null || tokens.accessUntil > Date.now() / 1000 + TIMEOUT_SECONDS
      if (tokens.groupsFrom === 'user-info' && usable) {
        const info = await userInfo(configuration, tokens.accessToken, subject).catch((error: unknown) => {
          if (isRefusal(error) && tokens.refreshToken !== null) return null
          throw error
        })
        if (info !== null) return this.#confirmed(info, tokens)
      }
      if (tokens.refreshToken === null) return { kind: 'blind', tokens }
      return await this.#refreshed({ ...tokens, refreshToken: tokens.refreshToken }, subject)
    } catch (error) {
      return this.#failed(error, tokens)
    }
  }

  async #refreshed(tokens: Tokens & { readonly refreshToken: string }, subject: string): Promise<AskedAgain> {
    const answer = await this.#granted((found) => oidc.refreshTokenGrant(found, tokens.refreshToken))
    const claims = answer.claims()
    if (claims !== undefined && claims.sub !== subject) return { kind: 'refused' }
    const next = tokensIn(answer, answer.id_token ?? tokens.idToken, tokens.groupsFrom)
    // A provider may take each refresh token once: from here on the new one must not be lost.
    const kept = { ...next, refreshToken: next.refreshToken ?? tokens.refreshToken, groups: tokens.groups }
    if (tokens.groupsFrom === 'id-token')
      return claims === undefined ? { kind: 'blind', tokens: kept } : this.#confirmed(claims, kept)
    try {
      const { configuration } = await this.#discovery.get()
      return this.#confirmed(await userInfo(configuration, answer.access_token, subject), kept)
    } catch (error) {
      return this.#failed(error, kept)
    }
  }

  /** Asks for tokens, once more if the provider no longer takes the client secret and there is a new one. */
  async #granted<T>(ask: (configuration: oidc.Configuration) => Promise<T>): Promise<T> {
    const { configuration } = await this.#discovery.get()
    try {
      return await ask(configuration)
    } catch (cause) {
      if (!isClientRefused(cause)) throw cause
      if (!(await this.#discovery.renewSecret()))
        throw new Error('the provider does not take the client secret', { cause })
      return ask((await this.#discovery.get()).configuration)
    }
  }

  #failed(error: unknown, tokens: Tokens): AskedAgain {
    if (isRefusal(error)) return { kind: 'refused' }
    this.#discovery.doubt()
    return { kind: 'silent', tokens }
  }

  #confirmed(claims: Claims, tokens: Tokens): AskedAgain {
    const groups = groupsIn(claims, this.settings.groupsClaim) ?? []
    return { kind: 'confirmed', groups, tokens: { ...tokens, groups: keptGroups(groups) } }
  }

  /** Where a browser signs out of the provider too; null if it has no such page. */
  async signOutAddress(idToken: string): Promise<string | null> {
    const configuration = await this.#discovery.get().then(
      (described) => described.configuration,
      () => null,
    )
    const page = configuration?.serverMetadata().end_session_endpoint
    if (configuration === null || page === undefined || !/^https?:/i.test(page)) return null
    const back = new URL('/sign-in', this.settings.dashboard).href
    return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: back }).href
  }

  /** Verifies a logout token; throws if it is not one that the provider signed for this fleet a moment ago. */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    const { configuration, keys } = await this.#discovery.get()
    if (keys === null) throw new Error('the provider names no keys')
    const { payload } = await jwtVerify(token, keys, {
      issuer: configuration.serverMetadata().issuer,
      audience: this.settings.clientId,
      algorithms: SIGNATURES,
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: LOGOUT_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const { jti, sub, sid, events, nonce } = payload
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
    if (!isLogout || nonce !== undefined) throw new Error('the token is none for logging out')
    const found = { subject: textOrNull(sub), providerSession: textOrNull(sid) }
    if (typeof jti !== 'string' || jti.length > 255) throw new Error('the token has no identifier')
    if (found.subject === null && found.providerSession === null) throw new Error('the token names nobody')
    return { id: jti, ...found }
  }
}

async function userInfo(configuration: oidc.Configuration, token: string, subject: string): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return oidc.fetchUserInfo(configuration, token, subject)
}

const OFFLINE = 'offline_access'

const USUAL = `openid profile email ${OFFLINE} groups`

/**
 * The scopes to ask for: that for refresh tokens, and unless scopes are set that for groups, only at a provider which
 * lists it, since others refuse what they do not know.
 */
function offeredScopes(scopes: string | null, listed: readonly string[] = []): string {
  const unsure = scopes === null ? [OFFLINE, 'groups'] : [OFFLINE]
  return (scopes ?? USUAL)
    .split(' ')
    .filter((scope) => listed.includes(scope) || !unsure.includes(scope))
    .join(' ')
}

/** What both grants answer. */
type TokenAnswer = Pick<
  Awaited<ReturnType<typeof oidc.refreshTokenGrant>>,
  'access_token' | 'refresh_token' | 'expires_in'
>

function tokensIn(answer: TokenAnswer, idToken: string, groupsFrom: Tokens['groupsFrom']): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds } = answer
  const accessUntil = seconds === undefined ? null : Date.now() / 1000 + seconds
  return { idToken, accessToken, accessUntil, refreshToken, groupsFrom, groups: [] }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : null
}

import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

type KeyName = 'old' | 'new' | 'later'
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

export const CLIENT = 'cges-test'
export const CLIENT_SECRET = 'canary-client-secret-0123456789'

/** What a sign-in began with, as the address that leads to the provider says it. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  readonly challenge: string
}

/** How an ID token is made; a test makes one that no honest provider would. */
export type Forge = (claims: JWTPayload, provider: TestProvider) => Promise<string>

interface Granted {
  readonly subject: string
  readonly begun: Begun
  readonly forge: Forge
}

const honest: Forge = (claims, provider) => provider.sign(claims)

/** An OpenID Connect provider that does what tests ask for, also what a provider must not do. */
export class TestProvider {
  readonly groups = new Map<string, readonly string[]>()
  readonly names = new Map<string, string>()
  /** Whether it takes a code more than once. */
  takesCodesAgain = false
  /** Whether it answers anything. */
  answers = true
  /** The key that signs. */
  signsWith: KeyName = 'old'
  /** The keys it publishes. */
  publishes: readonly KeyName[] = ['old', 'new']
  /** The scopes it lists, if any. */
  lists: readonly string[] | null = null
  /** Where it says which groups somebody has. */
  groupsIn: 'user-info' | 'id-token' | 'nowhere' = 'user-info'
  /** Whether it gives refresh tokens, each of which it takes once; and whether an ID token comes with what they give. */
  refreshes: 'never' | 'with-id-token' | 'without-id-token' = 'never'
  /** Whether its page about users answers. */
  answersAboutUsers = true
  /** How it makes ID tokens that come with a refresh. */
  forgesRefreshed: Forge = honest
  /** The secret that it takes from the fleet. */
  secret = CLIENT_SECRET
  /** Where it gives tokens. */
  tokenPath = '/token'
  /** How far its clock is ahead. */
  aheadSeconds = 0
  readonly #codes = new Map<string, Granted>()
  readonly #access = new Map<string, string>()
  readonly #refresh = new Map<string, string>()

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly keys: Readonly<Record<KeyName, KeyPair>>,
    private readonly jwks: Readonly<Record<KeyName, JWK>>,
  ) {}

  static async start(): Promise<TestProvider> {
    const [old, fresh, later] = await Promise.all([newKey(), newKey(), newKey()])
    const keys = { old, new: fresh, later }
    const jwk = async (kid: KeyName) => ({
      ...(await exportJWK(keys[kid].publicKey)),
      kid,
      alg: 'RS256',
      use: 'sig',
    })
    const jwks = { old: await jwk('old'), new: await jwk('new'), later: await jwk('later') }
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const provider = new TestProvider(server, `http://127.0.0.1:${port}`, keys, jwks)
    server.on('request', (request, response) => void provider.#serve(request, response))
    return provider
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** Makes a code for somebody who signed in, as the provider's page would. */
  code(subject: string, begun: Begun, forge: Forge = honest): string {
    const code = randomUUID()
    this.#codes.set(code, { subject, begun, forge })
    return code
  }

  /** Signs claims as this provider does. */
  sign(claims: JWTPayload, header: Readonly<Record<string, string>> = {}): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: this.signsWith, ...header })
      .sign(this.keys[this.signsWith].privateKey)
  }

  /** Signs what ends somebody's sessions. */
  logoutToken(changes: Readonly<Record<string, unknown>>): Promise<string> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const now = this.#now()
    const claims = { iss: this.issuer, aud: CLIENT, iat: now, exp: now + 120, jti: randomUUID(), events, ...changes }
    return this.sign(claims, { typ: 'logout+jwt' })
  }

  /** The public key by which its tokens are verified. */
  publicKey(): JWK {
    return this.jwks.old
  }

  #now(): number {
    return Math.floor(Date.now() / 1000) + this.aheadSeconds
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    if (!this.answers) return send(response, 503, {})
    if (pathname === '/.well-known/openid-configuration') return send(response, 200, this.#configuration())
    if (pathname === '/jwks') return send(response, 200, { keys: this.publishes.map((name) => this.jwks[name]) })
    if (pathname === this.tokenPath) return this.#token(request, response)
    if (pathname === '/me') return this.#userInfo(request, response)
    return send(response, 404, {})
  }

  #configuration() {
    const at = (path: string) => `${this.issuer}${path}`
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at(this.tokenPath),
      userinfo_endpoint: at('/me'),
      jwks_uri: at('/jwks'),
      end_session_endpoint: at('/end'),
      ...(this.lists === null ? {} : { scopes_supported: this.lists }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request))
    if (!isClient(request, this.secret)) {
      response.setHeader('www-authenticate', 'Basic realm="tokens"')
      return send(response, 401, { error: 'invalid_client' })
    }
    const granted = this.#granted(form)
    if (granted === undefined) return send(response, 400, { error: 'invalid_grant' })
    const { subject, begun, forge } = granted
    const accessToken = randomUUID()
    this.#access.set(accessToken, subject)
    const groups = this.groupsIn === 'id-token' ? { groups: this.groups.get(subject) ?? [] } : {}
    const claims = { iss: this.issuer, aud: CLIENT, sub: subject, iat: this.#now(), exp: this.#now() + 300, ...groups }
    const nonce = begun === null ? {} : { nonce: begun.nonce }
    const hasIdToken = begun !== null || this.refreshes === 'with-id-token'
    const idToken = hasIdToken ? await forge({ ...claims, ...nonce, sid: `session of ${subject}` }, this) : undefined
    return send(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: idToken,
      refresh_token: this.#newRefreshToken(subject),
    })
  }

  /** What a request for tokens is granted: a code with its verifier, or a refresh token of somebody who still has groups. */
  #granted(form: URLSearchParams): (Omit<Granted, 'begun'> & { readonly begun: Begun | null }) | undefined {
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? ''
      const subject = this.#refresh.get(token)
      this.#refresh.delete(token)
      if (subject === undefined || !this.groups.has(subject)) return undefined
      return { subject, begun: null, forge: this.forgesRefreshed }
    }
    const code = form.get('code') ?? ''
    const granted = this.#codes.get(code)
    if (!this.takesCodesAgain) this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return granted?.begun.challenge === challenge ? granted : undefined
  }

  #newRefreshToken(subject: string): string | undefined {
    if (this.refreshes === 'never') return undefined
    const token = randomUUID()
    this.#refresh.set(token, subject)
    return token
  }

  #userInfo({ headers }: IncomingMessage, response: ServerResponse): void {
    const subject = this.#access.get(headers.authorization?.replace('Bearer ', '') ?? '')
    const groups = subject === undefined ? undefined : this.groups.get(subject)
    if (subject === undefined || groups === undefined) {
      response.setHeader('www-authenticate', 'Bearer error="invalid_token"')
      return send(response, 401, {})
    }
    if (!this.answersAboutUsers) return send(response, 503, {})
    const name = this.names.get(subject) ?? subject
    const said = this.groupsIn === 'user-info' ? { groups } : {}
    return send(response, 200, { sub: subject, name, email: `${subject}@example.org`, ...said })
  }
}

function newKey(): Promise<KeyPair> {
  return generateKeyPair('RS256')
}

/** Both parts are encoded as a form's are (RFC 6749, 2.3.1). */
function isClient({ headers }: IncomingMessage, secret: string): boolean {
  const sent = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  return decodeURIComponent(sent) === `${CLIENT}:${secret}`
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

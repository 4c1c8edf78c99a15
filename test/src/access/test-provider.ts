import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

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
  /** The key that signs; both are published. */
  signsWith: 'old' | 'new' = 'old'
  readonly #codes = new Map<string, Granted>()
  readonly #access = new Map<string, string>()

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly keys: Readonly<Record<'old' | 'new', KeyPair>>,
    private readonly published: readonly JWK[],
  ) {}

  static async start(): Promise<TestProvider> {
    const [old, fresh] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
    const published = await Promise.all(
      Object.entries({ old, new: fresh }).map(async ([kid, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    )
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const provider = new TestProvider(server, `http://127.0.0.1:${port}`, { old, new: fresh }, published)
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
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: this.issuer, aud: CLIENT, iat: now, exp: now + 120, jti: randomUUID(), events, ...changes }
    return this.sign(claims, { typ: 'logout+jwt' })
  }

  /** The public key by which its tokens are verified. */
  publicKey(): JWK | undefined {
    return this.published[0]
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    if (!this.answers) return send(response, 503, {})
    if (pathname === '/.well-known/openid-configuration') return send(response, 200, this.#configuration())
    if (pathname === '/jwks') return send(response, 200, { keys: this.published })
    if (pathname === '/token') return this.#token(request, response)
    if (pathname === '/me') return this.#userInfo(request, response)
    return send(response, 404, {})
  }

  #configuration() {
    const at = (path: string) => `${this.issuer}${path}`
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      userinfo_endpoint: at('/me'),
      jwks_uri: at('/jwks'),
      end_session_endpoint: at('/end'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request))
    const granted = this.#codes.get(form.get('code') ?? '')
    if (!this.takesCodesAgain) this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const sent = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    // Both parts are encoded as a form's are (RFC 6749, 2.3.1).
    const isClient = decodeURIComponent(sent) === `${CLIENT}:${CLIENT_SECRET}`
    if (granted === undefined || granted.begun.challenge !== challenge || !isClient)
      return send(response, 400, { error: 'invalid_grant' })
    const { subject, begun, forge } = granted
    const accessToken = randomUUID()
    this.#access.set(accessToken, subject)
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: this.issuer, aud: CLIENT, sub: subject, iat: now, exp: now + 300, nonce: begun.nonce }
    const idToken = await forge({ ...claims, sid: `session of ${subject}` }, this)
    return send(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: idToken,
    })
  }

  #userInfo({ headers }: IncomingMessage, response: ServerResponse): void {
    const subject = this.#access.get(headers.authorization?.replace('Bearer ', '') ?? '')
    const groups = subject === undefined ? undefined : this.groups.get(subject)
    if (subject === undefined || groups === undefined) {
      response.setHeader('www-authenticate', 'Bearer error="invalid_token"')
      return send(response, 401, {})
    }
    const name = this.names.get(subject) ?? subject
    return send(response, 200, { sub: subject, name, email: `${subject}@example.org`, groups })
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

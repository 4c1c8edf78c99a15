import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'

export interface ProviderSettings {
  readonly issuer: URL
  readonly clientId: string
  /** Reads the secret as it is now; null for a public client, which proves itself by PKCE alone. */
  readonly clientSecret: () => string | null
  /** Null for those that any provider knows, and those for groups and refresh tokens where it lists them. */
  readonly scopes: string | null
  readonly groupsClaim: string
  /** What people call it. */
  readonly name: string
  /** The dashboard's address in browsers. */
  readonly dashboard: URL
  /** The path there that the provider leads back to. */
  readonly callbackPath: string
}

/** How long one request to the provider may take. */
export const TIMEOUT_SECONDS = 5
/** How far the provider's clock may be from ours. */
export const SKEW_SECONDS = 30

/** How long the provider's description of itself is used. */
const FRESH_MS = 3_600_000
/** How soon after a failure it is read again. */
const AGAIN_MS = 60_000

interface Described {
  readonly configuration: oidc.Configuration
  /** The keys that verify logout tokens; null if the provider names none. */
  readonly keys: JWTVerifyGetKey | null
}

/** What the provider says of itself: read at the first use, every hour, and a minute after something failed. */
export class Discovery {
  #known: Described | null = null
  #reading: Promise<Described> | null = null
  #readAt = 0
  #isDoubted = false
  /** The client secret that the newest description is used with. */
  #secret: string | null = null

  constructor(private readonly settings: ProviderSettings) {}

  /** Returns the newest description that could be read; throws if none ever could. */
  async get(): Promise<Described> {
    const ageMs = Date.now() - this.#readAt
    if (this.#known !== null && ageMs < (this.#isDoubted ? AGAIN_MS : FRESH_MS)) return this.#known
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** Has the description read again soon: something failed that a moved address or a new key would explain. */
  doubt(): void {
    this.#isDoubted = true
  }

  /** Takes up a client secret that has changed since; returns whether it had. */
  async renewSecret(): Promise<boolean> {
    if (this.settings.clientSecret() === this.#secret) return false
    this.#isDoubted = true
    this.#readAt = 0
    await this.get()
    return true
  }

  async #read(): Promise<Described> {
    try {
      this.#known = await this.#discover()
      this.#isDoubted = false
    } catch (error) {
      if (this.#known === null) throw error
      this.#isDoubted = true
    }
    this.#readAt = Date.now()
    return this.#known
  }

  async #discover(): Promise<Described> {
    const { issuer, clientId } = this.settings
    const clientSecret = this.settings.clientSecret()
    const insecure = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    const configuration = await oidc.discovery(
      issuer,
      clientId,
      { [oidc.clockTolerance]: SKEW_SECONDS },
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      { execute: [...insecure, oidc.enableNonRepudiationChecks], timeout: TIMEOUT_SECONDS },
    )
    this.#secret = clientSecret
    const { jwks_uri: address } = configuration.serverMetadata()
    const keys =
      address === undefined ? null : createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_SECONDS * 1000 })
    return { configuration, keys }
  }
}

import { readFileSync } from 'node:fs'
import { finishSignIn } from '@cges-fleet/core/addresses'
import type { Pepper } from '@cges-fleet/db'
import type { ApiEnvironment } from '../env.js'
import { type GroupRoles, loadGroupRoles } from './group-roles.js'
import { Provider } from './provider.js'
import { Sealer } from './sealer.js'

/** Single sign-on as the settings describe it: the provider, and what its groups give. */
export interface SingleSignOn {
  readonly provider: Provider
  readonly groups: GroupRoles
  readonly sealer: Sealer
}

const NEEDED = ['OIDC_CLIENT_ID', 'PUBLIC_URL'] as const
/** Without keys in browsers, only groups let the first administrator in. */
const NEEDED_WITHOUT_KEYS = [...NEEDED, 'OIDC_GROUPS_FILE'] as const

/** Loads single sign-on from the settings; null without OIDC_ISSUER. Throws an error that says what is missing. */
export function loadSingleSignOn(env: ApiEnvironment, pepper: Pepper | null): SingleSignOn | null {
  const { OIDC_ISSUER: issuer } = env
  if (issuer === undefined) {
    if (!env.KEY_SIGN_IN) throw new Error('KEY_SIGN_IN=off leaves no way to sign in to the dashboard: set OIDC_ISSUER')
    return null
  }
  const missing = (env.KEY_SIGN_IN ? NEEDED : NEEDED_WITHOUT_KEYS).filter((name) => env[name] === undefined)
  if (missing.length > 0) throw new Error(`OIDC_ISSUER is set, so single sign-on is on. Set also ${missing.join(', ')}`)
  if (pepper === null) throw new Error('OIDC_ISSUER needs KEY_PEPPER_FILE: sessions are stored by it')
  const provider = new Provider({
    issuer: addressIn(issuer, 'OIDC_ISSUER'),
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: secretReader(env.OIDC_CLIENT_SECRET_FILE),
    scopes: env.OIDC_SCOPES ?? null,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    name: env.OIDC_NAME,
    dashboard: addressIn(env.PUBLIC_URL ?? '', 'PUBLIC_URL'),
    callbackPath: finishSignIn.path,
  })
  return {
    provider,
    groups: env.OIDC_GROUPS_FILE === undefined ? [] : loadGroupRoles(env.OIDC_GROUPS_FILE),
    sealer: new Sealer(pepper),
  }
}

const OWN_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** An address without encryption is refused unless it is this machine: codes and tokens would be read on the way. */
function addressIn(text: string, setting: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:') return url
  if (url?.protocol === 'http:' && OWN_MACHINE.test(url.hostname)) return url
  throw new Error(`${setting} is "${text.slice(0, 200)}": set an https address, or an http one of this machine`)
}

/** A file that cannot be read stops the start; later, the last secret that could be read counts. */
function secretReader(path: string | undefined): () => string | null {
  if (path === undefined) return () => null
  let last = secretIn(path)
  return () => {
    try {
      last = secretIn(path)
    } catch {
      // It may be being replaced.
    }
    return last
  }
}

function secretIn(path: string): string {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret !== '') return secret
  } catch (cause) {
    throw new Error(`OIDC_CLIENT_SECRET_FILE ${path} cannot be read`, { cause })
  }
  throw new Error(`OIDC_CLIENT_SECRET_FILE ${path} is empty`)
}

import { finishSignIn } from '@cges-fleet/core/addresses'
import type { CliEnvironment } from '../env.js'

/** How people sign in to a fleet with single sign-on, and what its provider must know; nothing without it. */
export function signInNotice(
  { OIDC_ISSUER: issuer, PUBLIC_URL: address = '', KEY_SIGN_IN: keys }: CliEnvironment,
  dashboard: string | null,
): string[] {
  if (issuer === undefined || issuer === '') return []
  const said = [
    `Sign-in    single sign-on by ${issuer}${keys === 'off' ? '' : ', or with a key'}`,
    `           The provider must allow the redirect address ${new URL(finishSignIn.path, address).href}`,
  ]
  const isElsewhere = dashboard !== null && isLocal(address) && new URL(address).port !== new URL(dashboard).port
  return isElsewhere
    ? [...said, `warning: the dashboard is on ${dashboard}, and sign-in leads to ${address}. Set PUBLIC_URL or --port.`]
    : said
}

/** On this machine nothing but another dashboard would answer on another port. */
function isLocal(address: string): boolean {
  return new URL(address).hostname === 'localhost'
}

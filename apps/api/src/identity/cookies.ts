import { SESSION_COOKIE, SIGN_IN_COOKIE } from '@cges-fleet/core/contract'
import { SESSION_HOURS } from '@cges-fleet/db'

/** How long somebody may take at the provider. */
export const SIGN_IN_SECONDS = 600

/** Formats the cookie that signs a browser in or, without a token, out. */
export function sessionCookie(token: string | null): string {
  return cookie(SESSION_COOKIE, token, SESSION_HOURS * 3600)
}

/** Formats the cookie of a browser that is at the provider or, without a value, back. */
export function signInCookie(value: string | null): string {
  return cookie(SIGN_IN_COOKIE, value, SIGN_IN_SECONDS)
}

function cookie(name: string, value: string | null, seconds: number): string {
  return `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : seconds}; HttpOnly; Secure; SameSite=Lax`
}

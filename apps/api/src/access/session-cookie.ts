import { SESSION_COOKIE } from '@cges-fleet/core/contract'
import { SESSION_HOURS } from '@cges-fleet/db'

/** Formats the cookie that signs a browser in or, without a token, out. */
export function sessionCookie(token: string | null): string {
  const seconds = token === null ? 0 : SESSION_HOURS * 3600
  return `${SESSION_COOKIE}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
}

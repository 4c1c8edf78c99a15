import { SESSION_COOKIE } from '@cges-fleet/core/contract'
import { SESSION_HOURS } from '@cges-fleet/db'

/** Reads the session's token out of a Cookie header. */
export function sessionIn(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === SESSION_COOKIE && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

/** Writes the cookie that signs a browser in, or, with no token, out. */
export function sessionCookie(token: string | null): string {
  const seconds = token === null ? 0 : SESSION_HOURS * 3600
  return `${SESSION_COOKIE}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
}

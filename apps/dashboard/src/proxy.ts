import { type NextRequest, NextResponse } from 'next/server'
import { isDevelopment } from './api/env'
import { SHARED_PATH } from './addresses/sharing'
import { REQUESTED_HEADER } from './addresses/sign-in'

/**
 * Gives every page a policy on what it may run and load: this build's own scripts, identified by a single-use nonce,
 * and nothing from anyone else. Attributes may hold styles, for bars and charts whose sizes are our own numbers.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment() ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
  // The framework reads the number from the request's own policy and writes it into its scripts.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set(REQUESTED_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`)
  const response = NextResponse.next({ request: { headers } })
  const own = request.nextUrl.pathname.startsWith(SHARED_PATH) ? { ...HEADERS, ...SHARED_HEADERS } : HEADERS
  for (const [name, value] of Object.entries({ ...own, 'content-security-policy': policy })) {
    response.headers.set(name, value)
  }
  return response
}

const HEADERS = {
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
}

/** The address of a share link is its secret: no site is told it, no search engine keeps it. */
const SHARED_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' }

export const config = { matcher: '/((?!_next/static|icon.svg).*)' }

import { inSpan } from '@cges-fleet/telemetry'
import type { HttpResponse } from './http-response.js'
import { type Routed, routeOf } from './routed.js'

/**
 * Opens a span for every request that may start work, continuing the caller's trace if it sends one: everything it
 * starts, in any process, belongs to that trace.
 */
export function traceRequests(request: Routed, response: HttpResponse, next: () => void): void {
  const { method = '', headers } = request
  if (method !== 'POST') return next()
  const parent = headers['traceparent']
  void inSpan(method, { kind: 'server', ...(typeof parent === 'string' ? { parent } : {}) }, async (span) => {
    response.traceparent = span.traceparent
    const closed = new Promise((resolve) => response.once('close', resolve))
    next()
    await closed
    const route = routeOf(request)
    span.rename(`${method} ${route}`)
    span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': response.statusCode })
    if (response.statusCode >= 500) span.fail(String(response.statusCode))
  })
}

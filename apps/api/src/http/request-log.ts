import { GetEvaluation } from '@cges-fleet/core/contract'
import { inSpan, logger, withFields } from '@cges-fleet/telemetry'
import { patternOf } from './serves.js'
import { type HttpResponse, type Routed, routeOf } from './request.js'

const requests = logger('Request')
const EVALUATION = patternOf(GetEvaluation.at)
const EVALUATIONS = EVALUATION.replace(':id', '')

/**
 * Logs requests and responses, and adds the request id to everything logged meanwhile. Successful reads are not logged.
 */
export function logRequests(request: Routed, response: HttpResponse, next: () => void): void {
  const began = performance.now()
  const { method = '' } = request
  withFields({ request: request.requestId }, () => {
    response.once('close', () => {
      const route = routeOf(request)
      const status = response.statusCode
      const level = status >= 500 ? 'warn' : method === 'GET' || method === 'HEAD' ? 'debug' : 'info'
      const evaluation = route.startsWith(EVALUATION) ? request.params['id'] : submitted(response)
      const ms = Math.round(performance.now() - began)
      requests[level](`${method} ${route} ${status}`, { evaluation, team: request.caller?.team, ms })
    })
    next()
  })
}

/** The evaluation a request created, from the response's Location. */
function submitted(response: HttpResponse): string | undefined {
  const location = response.getHeader('location')
  return typeof location === 'string' && location.startsWith(EVALUATIONS)
    ? location.slice(EVALUATIONS.length)
    : undefined
}

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

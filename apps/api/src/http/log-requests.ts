import { logger, withFields } from '@cges-fleet/telemetry'
import type { HttpResponse } from './http-response.js'
import { type Routed, routeOf } from './routed.js'

const requests = logger('Request')

/** Logs what was asked and answered, and has everything logged meanwhile name the request. Reading is only worth a line when it fails. */
export function logRequests(request: Routed, response: HttpResponse, next: () => void): void {
  const began = performance.now()
  const { method = '' } = request
  withFields({ request: request.requestId }, () => {
    response.once('close', () => {
      const route = routeOf(request)
      const status = response.statusCode
      const level = status >= 500 ? 'warn' : method === 'GET' || method === 'HEAD' ? 'debug' : 'info'
      const evaluation = route.startsWith('/v1/evaluations/:id') ? request.params['id'] : submitted(response)
      const ms = Math.round(performance.now() - began)
      requests[level](`${method} ${route} ${status}`, { evaluation, team: request.caller?.team, ms })
    })
    next()
  })
}

/** The evaluation a request made, as its answer says where it is. */
function submitted(response: HttpResponse): string | undefined {
  const location = response.getHeader('location')
  return typeof location === 'string' ? /^\/v1\/evaluations\/([0-9a-f-]{36})$/.exec(location)?.[1] : undefined
}

import { GetEvaluation } from '@cges-fleet/core/contract'
import { logger, withFields } from '@cges-fleet/telemetry'
import { patternOf } from '../routes/serves.js'
import type { HttpResponse } from './http-response.js'
import { type Routed, routeOf } from './routed.js'

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

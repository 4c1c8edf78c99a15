import { FollowEvaluation } from '@cges-fleet/core/contract'
import type { HttpResponse } from '../http/http-response.js'
import { type Routed, routeOf } from '../http/routed.js'
import { patternOf } from '../routes/serves.js'
import type { ApiMetrics } from './api-metrics.js'

const LIVE = patternOf(FollowEvaluation.at)

/** Middleware that times every response, except live streams, which last as long as someone is watching. */
export function timeRequests(metrics: ApiMetrics) {
  return (request: Routed, response: HttpResponse, next: () => void): void => {
    const began = performance.now()
    response.on('finish', () => {
      const route = routeOf(request)
      if (route === LIVE) return
      const asked = {
        method: request.method ?? '',
        route,
        status: response.statusCode,
        traceparent: response.traceparent ?? null,
      }
      metrics.answered(asked, (performance.now() - began) / 1000)
    })
    next()
  }
}

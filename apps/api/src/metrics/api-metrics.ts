import { FollowEvaluation } from '@cges-fleet/core/contract'
import { exemplarOf, Histogram, processRegistry } from '@cges-fleet/telemetry'
import { Injectable } from '@nestjs/common'
import { type HttpResponse, type Routed, routeOf } from '../http/request.js'
import { patternOf } from '../http/serves.js'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
  /** Null if the request was recorded in no trace. */
  readonly traceparent: string | null
}

/** Metrics of this API process; the state of the fleet is the coordinator's to report. */
@Injectable()
export class ApiMetrics {
  readonly #registry = processRegistry()
  readonly #requests = new Histogram({
    name: 'fleet_http_request_seconds',
    help: 'Seconds the API took to answer, by route; live streams are left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    enableExemplars: true,
    registers: [this.#registry],
  })

  /** Counts a request under its route's pattern, never under its URL. */
  answered({ traceparent, status, ...request }: Answered, seconds: number): void {
    const labels = { ...request, status: String(status) }
    this.#requests.observe({ labels, value: seconds, exemplarLabels: exemplarOf(traceparent) })
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

const LIVE = patternOf(FollowEvaluation.at)

/** Middleware that times every response, except live streams, which last as long as someone is watching. */
export function timeRequests(metrics: ApiMetrics) {
  return (request: Routed, response: HttpResponse, next: () => void): void => {
    const began = performance.now()
    response.on('finish', () => {
      const route = routeOf(request)
      if (route === LIVE) return
      const labels = {
        method: request.method ?? '',
        route,
        status: response.statusCode,
        traceparent: response.traceparent ?? null,
      }
      metrics.answered(labels, (performance.now() - began) / 1000)
    })
    next()
  }
}

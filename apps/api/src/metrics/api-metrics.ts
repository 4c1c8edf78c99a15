import { processRegistry } from '@cges-fleet/telemetry'
import { Injectable } from '@nestjs/common'
import { Histogram } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics of this API process; the state of the fleet is the coordinator's to report. */
@Injectable()
export class ApiMetrics {
  readonly #registry = processRegistry()
  readonly #requests = new Histogram({
    name: 'fleet_http_request_seconds',
    help: 'Seconds the API took to answer, by route; live streams are left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.#registry],
  })

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Counts a request under its route's pattern, never under its URL. */
  answered(request: { method: string; route: string; status: number }, seconds: number): void {
    this.#requests.observe({ ...request, status: String(request.status) }, seconds)
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

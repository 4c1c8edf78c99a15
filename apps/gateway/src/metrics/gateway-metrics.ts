import { Counter, Gauge, Histogram, processRegistry } from '@cges-fleet/telemetry'
import type { RefusalKind } from '../http/refusal.js'

const ANSWER_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
const OVERHEAD_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * How a request ended: its method stopped, something else cut it short, its client left before it had the answer, or it
 * was refused.
 */
export type RequestEnd = 'stopped' | 'deadline' | 'limit' | 'fault' | 'left' | RefusalKind

/** The part of an answer that metrics count. */
interface Given {
  readonly seconds: number
  /** From the landing of the last reply that was needed. */
  readonly overheadSeconds: number
  readonly calls: number
  readonly budget: number
}

/** This gateway's metrics. Their one label has few values: never a team, a pool, a model or a key. */
export class GatewayMetrics {
  readonly #registry = processRegistry()
  readonly #registers = [this.#registry]
  readonly #requests = new Counter({
    name: 'fleet_gateway_requests_total',
    help: 'Chat completions by how they ended: stopped by the method, cut short by deadline, limit or fault, left by the client, or the code of the error.',
    labelNames: ['end'],
    registers: this.#registers,
  })
  readonly #seconds = new Histogram({
    name: 'fleet_gateway_answer_seconds',
    help: 'Seconds from the headers of a request to its answer; errors are left out.',
    buckets: ANSWER_SECONDS,
    registers: this.#registers,
  })
  readonly #overhead = new Histogram({
    name: 'fleet_gateway_overhead_seconds',
    help: 'Seconds from when the gateway read the last reply that an answer needed to the answer.',
    buckets: OVERHEAD_SECONDS,
    registers: this.#registers,
  })
  readonly #calls = new Counter({
    name: 'fleet_gateway_calls_total',
    help: 'Calls made for requests that were answered.',
    registers: this.#registers,
  })
  readonly #saved = new Counter({
    name: 'fleet_gateway_saved_calls_total',
    help: 'Calls of the budgets of answered requests that were not made.',
    registers: this.#registers,
  })

  readonly #inFlight = new Gauge({
    name: 'fleet_gateway_requests_in_flight',
    help: 'Chat completions that this gateway answers now.',
    registers: this.#registers,
  })

  constructor(private readonly countInFlight: () => number) {}

  gave({ seconds, overheadSeconds, calls, budget }: Given): void {
    this.#seconds.observe(seconds)
    this.#overhead.observe(overheadSeconds)
    this.#calls.inc(calls)
    this.#saved.inc(budget - calls)
  }

  ended(end: RequestEnd): void {
    this.#requests.inc({ end })
  }

  text(): Promise<string> {
    this.#inFlight.set(this.countInFlight())
    return this.#registry.metrics()
  }
}
